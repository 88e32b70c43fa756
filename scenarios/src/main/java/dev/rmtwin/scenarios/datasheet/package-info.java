/** The register tables as text: datasheet tables, JSON, a C header and a CMSIS-SVD description. */
package dev.rmtwin.scenarios.datasheet;
