package dev.rmtwin.scenarios.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Deep merge. Maps merge key by key; lists and values are replaced; an empty value removes the key. Two rules know the
 * format: a profile's name counts as {@code {profile: NAME}}, and in a flow one of rate, period, echo replaces another.
 */
final class Merge {
    private static final String PROFILE = "profile";

    private Merge() {}

    /** What {@code over} says, on top of {@code base}; paths start at the top of a scenario. */
    static Item.Mapping scenario(Item.Mapping base, Item.Mapping over) {
        return merge(base, over, new ArrayList<>());
    }

    /** The same inside a profile, where the two rules do not apply. */
    static Item.Mapping profile(Item.Mapping base, Item.Mapping over) {
        return merge(base, over, new ArrayList<>(List.of(PROFILE)));
    }

    private static Item.Mapping merge(Item.Mapping base, Item.Mapping over, List<String> path) {
        Map<String, Item.Entry> merged = new LinkedHashMap<>(base.entries());
        if (path.size() == 2 && path.getFirst().equals("flows") && saysWhen(over)) {
            ScenarioKeys.SENDING.forEach(merged::remove);
            if (!isEmpty(over.get("echo")) && over.get("echo") != null) {
                merged.remove("phase");
                merged.remove("jitter");
            }
        }
        for (Map.Entry<String, Item.Entry> entry : over.entries().entrySet()) {
            String key = entry.getKey();
            Item.Entry below = merged.get(key);
            path.add(key);
            if (below != null && isEmpty(entry.getValue().value())) {
                merged.remove(key);
            } else {
                merged.put(key, below == null ? entry.getValue() : join(below, entry.getValue(), path));
            }
            path.removeLast();
        }
        Item.Extent extent = new Item.Extent(
                base.extent().items() + over.extent().items(),
                Math.max(base.extent().height(), over.extent().height()));
        return new Item.Mapping(over.where(), merged, extent);
    }

    private static Item.Entry join(Item.Entry below, Item.Entry over, List<String> path) {
        if (!(over.value() instanceof Item.Mapping overMap)) {
            return over;
        }
        boolean profile = isProfile(path);
        if (profile && overMap.entries().containsKey(PROFILE)) {
            return over;
        }
        if (below.value() instanceof Item.Mapping belowMap) {
            return new Item.Entry(over.where(), merge(belowMap, overMap, path));
        }
        if (profile && below.value() instanceof Item.Scalar name) {
            Item.Entry base = new Item.Entry(name.where(), name);
            return new Item.Entry(over.where(), overMap.with(PROFILE, base));
        }
        return over;
    }

    private static boolean isProfile(List<String> path) {
        String last = path.getLast();
        boolean place = path.size() == 1 || (path.size() == 3 && path.getFirst().equals("nodes"));
        return place && (last.equals(ProfileKind.HOST.key()) || last.equals(ProfileKind.CARD.key()));
    }

    private static boolean saysWhen(Item.Mapping flow) {
        return ScenarioKeys.SENDING.stream().anyMatch(k -> flow.get(k) != null && !isEmpty(flow.get(k)));
    }

    private static boolean isEmpty(Item item) {
        return item instanceof Item.Scalar scalar && scalar.isNull();
    }
}
