package dev.rmtwin.scenarios.datasheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.SAXException;

/** The SVD file against a schema of the part of the format that we write. */
class SvdSchemaTest {
    private static final String SVD = RegisterSvd.text(List.of(DatasheetBlock.values()));

    private static void validate(String text) throws SAXException, IOException {
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(SvdSchemaTest.class.getResource("/svd-subset.xsd"));
        schema.newValidator().validate(new StreamSource(new StringReader(text)));
    }

    @Test
    void shouldValidate() throws Exception {
        assertThat(SVD).contains("<peripheral>");
        validate(SVD);
    }

    /** The schema is no schema that lets everything pass. */
    @ParameterizedTest
    @CsvSource({
        "<addressOffset>, <offsetOfAddress>",
        "read-write, readwrite",
        "<bitWidth>1<, <bitWidth>one<",
        "<size>32<, <size>33<",
        "<usage>registers<, <usage>nothing<",
        "schemaVersion=\"1.3\", schemaVersion=\"9\"",
        "<name>LCSR1<, <name>LCSR 1<",
        "<name>LISR<, <name>LIER<"
    })
    void shouldRefuseWhatTheFormatDoesNotHave(String right, String wrong) {
        assertThat(SVD).contains(right);
        assertThatThrownBy(() -> validate(SVD.replace(right, wrong))).isInstanceOf(SAXException.class);
    }
}
