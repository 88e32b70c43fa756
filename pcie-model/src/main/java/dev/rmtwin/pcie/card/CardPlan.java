package dev.rmtwin.pcie.card;

import dev.rmtwin.core.chance.SeedTree;

/**
 * What a card is built from.
 *
 * @param node node id
 * @param profile its parameters
 * @param memoryBytes reflective memory installed
 * @param seeds root of its chance
 */
public record CardPlan(int node, CardProfile profile, long memoryBytes, SeedTree seeds) {}
