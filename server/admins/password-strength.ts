import type { ratePassword as ratePasswordRoute } from '@estante/contract/panel/session.ts'
import type { Answer } from '@estante/contract/route.ts'
import { ApiError } from '../http/errors.ts'

const MIN_LENGTH = 12
/** A hundred million guesses: far more than the throttle allows, and slow to try on a stolen hash. */
const MIN_SCORE = 3
/**
 * Characters that are estimated: the time grows with the square of the length and blocks the process, and a good
 * password is good within them. Limits substituted letters likewise: 15 ms at worst, instead of a second.
 */
const RATED_CHARACTERS = 24
const DISGUISED_LETTERS = 8
/** Minimum length of the rest of a password, without the parts known about its owner. */
const OWN_LENGTH = 8

const KNOWN_WARNING = 'Não use o seu nome, o seu e-mail nem o nome do serviço.'
/** Replacements for awkward sentences of the library. */
const SUGGESTIONS = {
  capitalization: 'Uma maiúscula só no começo não ajuda.',
  dates: 'Evite datas e anos ligados a você.',
  recentYears: 'Evite anos recentes.',
  sequences: 'Evite sequências comuns de caracteres.',
}

/** Throws `WEAK_PASSWORD` for a password that an acquaintance, or a list of leaked passwords, would guess. */
export async function refuseWeakPassword(password: string, about: string[]): Promise<void> {
  const { isAccepted } = await ratePassword(password, about)
  if (!isAccepted) throw new ApiError('WEAK_PASSWORD')
}

/** Estimates how hard a password is to guess, from leaked passwords, words, names, and the person's known data. */
export async function ratePassword(password: string, about: string[]): Promise<Answer<typeof ratePasswordRoute>> {
  const known = about.flatMap((text) => [text, ...text.split(/[\s@.,_-]+/)]).filter((word) => word.length >= 3)
  const { score, feedback } = (await estimator()).check(password.slice(0, RATED_CHARACTERS), known)
  const isKnown = withoutWords(password, known).length < OWN_LENGTH
  const isShort = [...password].length < MIN_LENGTH
  const isAccepted = score >= MIN_SCORE && !isKnown && !isShort
  const warning = isKnown && password !== '' ? KNOWN_WARNING : feedback.warning
  return {
    score: isAccepted ? score : Math.min(score, MIN_SCORE - 1),
    isAccepted,
    warning: warning || (isShort ? `Use pelo menos ${MIN_LENGTH} caracteres.` : null),
    suggestions: feedback.suggestions.filter(Boolean),
  }
}

function withoutWords(password: string, words: string[]): string {
  const longestFirst = words.map((word) => word.toLowerCase()).sort((one, other) => other.length - one.length)
  return longestFirst.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
}

let estimatorOnce: ReturnType<typeof makeEstimator> | undefined

/** Loads the lists on first use: they take a moment and twelve megabytes. */
function estimator() {
  estimatorOnce ??= makeEstimator()
  return estimatorOnce
}

async function makeEstimator() {
  const [{ ZxcvbnFactory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...portuguese.dictionary },
    l33tMaxSubstitutions: DISGUISED_LETTERS,
    graphs: common.adjacencyGraphs,
    translations: {
      ...portuguese.translations,
      warnings: { ...portuguese.translations.warnings, userInputs: KNOWN_WARNING },
      suggestions: { ...portuguese.translations.suggestions, ...SUGGESTIONS },
    },
  })
}
