/** Inflected endings of Portuguese nouns and adjectives, and the endings of their base forms. */
const ENDINGS: [from: RegExp, to: string][] = [
  [/(?:ões|ães|ãos)$/, 'ão'],
  [/ais$/, 'al'],
  [/éis$/, 'el'],
  [/óis$/, 'ol'],
  [/eis$/, 'il'],
  [/ns$/, 'm'],
  [/([rz])es$/, '$1'],
  [/s$/, ''],
  [/a$/, 'o'],
  [/as$/, 'o'],
  [/amente$/, 'o'],
  [/mente$/, ''],
  [/z?inh([oa])s?$/, '$1'],
  [/zinh[oa]s?$/, ''],
]

/** Follows a verb: “sentou-se”. */
const PRONOUN = /-(?:me|te|se|nos|vos|lhes?|n?[oa]s?)$/
/** Takes the place of an infinitive's last letter: “encontrá-la”. */
const PRONOUN_OF_INFINITIVE = /-l[oa]s?$/
const AFTER_R = 'a[sm]?|ei|as|ao|emos|eis|ia[sm]?|iamos|ieis|es|mos|des|em'
/** The endings of regular verbs, without accents, by that of the infinitive. */
const CONJUGATIONS: [infinitive: string, ending: RegExp][] = [
  [
    'ar',
    `o|a[sm]?|amos|ais|ei|aste|ou|astes|ava[sm]?|avamos|aveis|ar(?:${AFTER_R}|amos)|asse[sm]?|assemos|ando|ad[oa]s?`,
  ],
  ['er', `o|e[sm]?|emos|eis|i|este|eu|estes|ia[sm]?|iamos|er(?:${AFTER_R}|amos)|esse[sm]?|essemos|endo|id[oa]s?`],
  ['ir', `o|e[sm]?|imos|is|i|iste|iu|istes|ia[sm]?|iamos|ir(?:${AFTER_R}|amos)|isse[sm]?|issemos|indo|id[oa]s?`],
  // The present subjunctive, after the indicative that has the same endings in other verbs.
  ['ar', 'e[sm]?|emos|eis'],
  ['er', 'a[sm]?|amos|ais'],
  ['ir', 'a[sm]?|amos|ais'],
].map(([infinitive, endings]) => [infinitive!, new RegExp(`(?:${endings})$`)])

/** Lists possible base forms of a Portuguese word, likeliest first. A dictionary finds them without accents, too. */
export function baseFormsOf(word: string): string[] {
  const lower = word.toLowerCase()
  const nouns = ENDINGS.filter(([from]) => from.test(lower)).map(([from, to]) => lower.replace(from, to))
  return [...new Set([...nouns, ...infinitivesOf(lower)])]
}

function infinitivesOf(word: string): string[] {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
  if (PRONOUN_OF_INFINITIVE.test(plain)) return [plain.replace(PRONOUN_OF_INFINITIVE, 'r')]
  const verb = plain.replace(PRONOUN, '')
  return CONJUGATIONS.flatMap(([infinitive, ending]) => {
    if (!ending.test(verb)) return []
    const regular = verb.replace(ending, infinitive)
    // “Fiquei” of “ficar”, “cheguem” of “chegar”.
    return [regular, regular.replace(/qu(?=ar$)/, 'c').replace(/gu(?=ar$)/, 'g')]
  })
}
