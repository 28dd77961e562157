import { boundedCache } from '../bounded-cache.ts'
import type { Context } from '../context.ts'
import { baseFormsOf } from './base-forms.ts'
import { DamagedDictionary } from './dict-file.ts'
import { type DictionaryEntry, findDictionaries, openStarDict, type StarDict } from './stardict.ts'

const CACHED_WORDS = 5000
const MAX_ENTRIES = 8

/** Creates access to the installed dictionaries, opened at the first look-up. Undefined when none is configured. */
export function createDictionaries({ config: { dictionaryPath }, log }: Pick<Context, 'config' | 'log'>) {
  if (!dictionaryPath) return undefined
  const cache = boundedCache<DictionaryEntry[]>(CACHED_WORDS)
  let opening: Promise<StarDict[]> | undefined

  async function openAll(path: string): Promise<StarDict[]> {
    const opened: StarDict[] = []
    for (const file of await findDictionaries(path)) {
      try {
        opened.push(await openStarDict(file))
      } catch (error) {
        log.error({ err: error, file }, 'dictionary not opened')
      }
    }
    return opened
  }

  /** Finds nothing in a dictionary whose entry is damaged, and logs it. */
  async function findIn(dictionary: StarDict, spelling: string): Promise<DictionaryEntry[]> {
    try {
      return await dictionary.find(spelling)
    } catch (error) {
      if (!(error instanceof DamagedDictionary)) throw error
      log.error({ err: error, dictionary: dictionary.name }, 'dictionary entry not read')
      return []
    }
  }

  return {
    /** Finds the entries of a word, or else of its base forms, in all dictionaries. */
    async lookUp(word: string): Promise<DictionaryEntry[]> {
      const known = cache.get(word)
      if (known) return known
      opening ??= openAll(dictionaryPath)
      const dictionaries = await opening.catch((error) => {
        opening = undefined
        throw error
      })
      for (const spelling of spellingsOf(word)) {
        const found = (await Promise.all(dictionaries.map((one) => findIn(one, spelling)))).flat().slice(0, MAX_ENTRIES)
        if (found.length === 0) continue
        cache.set(word, found)
        return found
      }
      cache.set(word, [])
      return []
    },
    async close(): Promise<void> {
      const dictionaries = (await opening?.catch(() => undefined)) ?? []
      await Promise.all(dictionaries.map((one) => one.close()))
    },
  }
}

/** Lists spellings to look up: the word of the book first, then possible base forms. */
function spellingsOf(word: string): string[] {
  return [word, ...baseFormsOf(word)].filter((one) => one.length > 1 || one === word)
}
