/** Names such as "The Money Kit" and "Emma’s First Set" need no article. */
const HAS_OWN_ARTICLE = /^(?:the|an?|all|both|each|every|my|our|your|this|these|[\w-]+[’']s) /i;

/** A word for a set of products, at the end of the name or before details in parentheses. */
const IS_SET = /\b(?:bundle|box|collection|kit|library|pack|package|series|set)\s*(?:[(:,–]|$)/i;

/**
 * Adds "the" to the name of a set of guides, for use in the middle of a sentence.
 *
 *     inSentence('Complete Bundle (all three guides)') // "the Complete Bundle (all three guides)"
 *     inSentence('A Seed in the Jar (Guide 1)')        // "A Seed in the Jar (Guide 1)"
 */
export const inSentence = (name: string): string =>
  IS_SET.test(name) && !HAS_OWN_ARTICLE.test(name) ? `the ${name}` : name;
