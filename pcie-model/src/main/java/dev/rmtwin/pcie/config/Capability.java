package dev.rmtwin.pcie.config;

import java.util.List;

/**
 * One entry of the capability list. Id and the way to the next entry are added by {@link ConfigLayout}.
 *
 * @param id which
 * @param offset first byte, a multiple of 4
 * @param lengthBytes bytes that it takes with its header
 * @param body its fields, counted from its first byte
 */
public record Capability(CapabilityId id, int offset, int lengthBytes, List<ConfigField> body) {
    /** Refuses a capability outside its half of configuration space. */
    public Capability {
        int end = id.extended() ? ConfigRegister.SPACE_BYTES : ConfigRegister.EXTENDED;
        int start = id.extended() ? ConfigRegister.EXTENDED : 0x40;
        if (offset < start || offset % Integer.BYTES != 0 || offset > end - lengthBytes) {
            throw new IllegalArgumentException(id + " cannot stand at " + Integer.toHexString(offset));
        }
        for (ConfigField field : body) {
            if (field.offset() + field.widthBytes() > lengthBytes) {
                throw new IllegalArgumentException(id + " is shorter than its field at " + field.offset());
            }
        }
        body = List.copyOf(body);
    }
}
