/** "The Money Kit" and "Emma’s First Set" have a word in the article's place. */
const HAS_OWN_ARTICLE = /^(?:the|an?|all|both|each|every|my|our|your|this|these|[\w-]+[’']s) /i;

/** A common noun at the end of the name, or before the details in parentheses. */
const IS_SET = /\b(?:bundle|box|collection|kit|library|pack|package|series|set)\s*(?:[(:,–]|$)/i;

/**
 * A product's name in the middle of a sentence, where a set of guides needs an article.
 *
 *     inSentence('Complete Bundle (all three guides)') // "the Complete Bundle (all three guides)"
 *     inSentence('A Seed in the Jar (Guide 1)')        // "A Seed in the Jar (Guide 1)"
 */
export const inSentence = (name: string): string =>
  IS_SET.test(name) && !HAS_OWN_ARTICLE.test(name) ? `the ${name}` : name;
