import type { GuidedNavigationObject } from '@estante/contract/guided-navigation.ts'
import { Parser } from 'htmlparser2'
import { roundToMilliseconds } from '../round-to-milliseconds.ts'
import { readClockValue } from './clock-value.ts'

const MAX_DEPTH = 64
/** A chapter of two hours, with a part for every word. */
const MAX_PARTS = 40_000
const MAX_ROLES = 8

/** Readium roles whose name differs from EPUB's. */
const ROLES = new Map([
  ['table-cell', 'cell'],
  ['table-row', 'row'],
  ['list-item', 'listItem'],
  ['glossterm', 'term'],
  ['glossdef', 'definition'],
  ['page-list', 'pagelist'],
])

/** Resolves addresses in an overlay to extracted files. Undefined for dead references. */
export interface OverlayReferences {
  text(address: string): string | undefined
  audio(address: string): string | undefined
}

export interface Overlay {
  guided: GuidedNavigationObject[]
  /** Total audio in seconds. Undefined if some part has no end. */
  duration: number | undefined
  /** Parts with audio, and parts that were dropped. */
  spoken: number
  ignored: number
}

interface OpenObject {
  object: GuidedNavigationObject
  isPart: boolean
  /** The part's text or audio is missing. */
  isBroken?: boolean
}

/**
 * Parses a media overlay: https://www.w3.org/TR/epub-33/#sec-media-overlays. Drops and counts broken parts. Streams
 * instead of building a tree, so memory is bounded by the result.
 */
export function readMediaOverlay(smil: string, references: OverlayReferences): Overlay {
  const root: GuidedNavigationObject = {}
  const stack: OpenObject[] = [{ object: root, isPart: false }]
  let depth = 0
  let parts = 0
  let spoken = 0
  let ignored = 0
  let duration: number | undefined = 0

  function open(isPart: boolean, attributes: Record<string, string>) {
    const role = rolesOf(attributes)
    const address = isPart ? undefined : attributeNamed(attributes, 'textref')
    const textref = address && references.text(address)
    stack.push({ object: { ...(textref && { textref }), ...(role.length > 0 && { role }) }, isPart })
  }

  function close() {
    const { object, isPart, isBroken } = stack.pop()!
    const parent = stack.at(-1)!.object
    const isEmpty = isPart ? object.textref === undefined : object.children === undefined
    if (isPart && (isBroken || isEmpty || ++parts > MAX_PARTS)) ignored++
    else if (!isEmpty) {
      parent.children ??= []
      parent.children.push(object)
      if (object.audioref) {
        spoken++
        const [begin = 0, end] = object.audioref.split('#t=')[1]!.split(',').map(Number)
        duration = end === undefined || duration === undefined ? undefined : duration + end - begin
      }
    }
  }

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = tag.slice(tag.indexOf(':') + 1)
        if ((name === 'seq' || name === 'par') && ++depth <= MAX_DEPTH) open(name === 'par', attributes)
        const part = stack.at(-1)!
        if (!part.isPart || depth > MAX_DEPTH) return
        if (name === 'text') {
          const textref = references.text(attributes.src ?? '')
          if (textref) part.object.textref = textref
        } else if (name === 'audio') {
          const audioref = audioOf(attributes, references)
          if (audioref) part.object.audioref = audioref
          else part.isBroken = true
        }
      },
      onclosetag(tag) {
        const name = tag.slice(tag.indexOf(':') + 1)
        if ((name === 'seq' || name === 'par') && depth-- <= MAX_DEPTH) close()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(smil)
  return { guided: root.children ?? [], duration: duration && roundToMilliseconds(duration), spoken, ignored }
}

function audioOf(attributes: Record<string, string>, { audio }: OverlayReferences): string | undefined {
  const file = audio(attributes.src ?? '')
  const begin = readClockValue((attributes.clipBegin ?? '0').trim())
  const end = attributes.clipEnd === undefined ? undefined : readClockValue(attributes.clipEnd.trim())
  if (!file || begin === undefined) return undefined
  if (attributes.clipEnd === undefined) return `${file}#t=${begin}`
  return end !== undefined && end > begin ? `${file}#t=${begin},${end}` : undefined
}

function rolesOf(attributes: Record<string, string>): string[] {
  const types = attributeNamed(attributes, 'type')?.split(/\s+/) ?? []
  const roles = types.filter((type) => /^[a-z][a-z-]{0,39}$/.test(type)).map((type) => ROLES.get(type) ?? type)
  return [...new Set(roles)].slice(0, MAX_ROLES)
}

/** Finds an attribute of EPUB's namespace, whatever its prefix. */
function attributeNamed(attributes: Record<string, string>, local: string): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(`:${local}`))?.[1]
}
