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
  [/inh([oa])s?$/, '$1'],
  [/zinh[oa]s?$/, ''],
]

/** Follows a verb: “sentou-se”. */
const PRONOUN = /-(?:me|te|se|nos|vos|lhes?|n?[oa]s?)$/
/** Takes the place of an infinitive's last letter: “encontrá-la”. */
const PRONOUN_OF_INFINITIVE = /-l[oa]s?$/
/** Endings that follow the infinitive, or its letters. */
const AFTER_R = 'a[sm]?|ei|ao|amos|emos|eis|ia[sm]?|iamos|ieis|es|mos|des|em'
/** The endings of regular verbs, without accents, by that of the infinitive. */
const CONJUGATIONS: [infinitive: string, ending: RegExp][] = [
  ['ar', `o|a[sm]?|amos|ais|ei|aste|ou|astes|ava[sm]?|avamos|aveis|ar(?:${AFTER_R})|asse[sm]?|assemos|ando|ad[oa]s?`],
  ['er', `o|e[sm]?|emos|eis|i|este|eu|estes|ia[sm]?|iamos|er(?:${AFTER_R})|esse[sm]?|essemos|endo|id[oa]s?`],
  ['ir', `o|e[sm]?|imos|is|i|iste|iu|istes|ia[sm]?|iamos|ir(?:${AFTER_R})|isse[sm]?|issemos|indo|id[oa]s?`],
  // The present subjunctive, after the indicative that has the same endings in other verbs.
  ['ar', 'e[sm]?|emos|eis'],
  ['er', 'a[sm]?|amos|ais'],
  ['ir', 'a[sm]?|amos|ais'],
].map(([infinitive, endings]) => [infinitive!, new RegExp(`^(?:${endings})$`)])

/** Lists possible base forms of a Portuguese word, likeliest first. A dictionary finds them without accents, too. */
export function baseFormsOf(word: string): string[] {
  const lower = word.toLowerCase()
  const nouns = ENDINGS.filter(([from]) => from.test(lower)).map(([from, to]) => lower.replace(from, to))
  return [...new Set([...nouns, ...infinitivesOf(lower)])]
}

function infinitivesOf(word: string): string[] {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
  // “Sentamo-nos” and “encontramo-la” lack an “s”.
  const whole = plain.replace(/mo-(?:nos|l[oa]s?)$/, 'mos')
  if (PRONOUN_OF_INFINITIVE.test(whole)) return [whole.replace(PRONOUN_OF_INFINITIVE, 'r')]
  const verb = whole.replace(PRONOUN, '')
  if (verb !== whole && verb.endsWith('r')) return [verb]
  return CONJUGATIONS.flatMap(([infinitive, ending]) =>
    stemsOf(verb, ending).flatMap((stem) => {
      const regular = stem + infinitive
      // “Fiquei” of “ficar”, “cheguem” of “chegar”.
      return [regular, regular.replace(/qu(?=ar$)/, 'c').replace(/gu(?=ar$)/, 'g')]
    }),
  )
}

/** Lists the stems before an ending, longest first: “queria” is of “querer”, although “teria” is of “ter”. */
function stemsOf(verb: string, ending: RegExp): string[] {
  const stems: string[] = []
  for (let at = verb.length - 1; at >= 0; at--) if (ending.test(verb.slice(at))) stems.push(verb.slice(0, at))
  return stems
}
