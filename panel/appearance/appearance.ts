import type {
  Appearance,
  changeAppearance,
  changeLogo,
  getAppearance,
  removeLogo,
} from '@estante/contract/panel/appearance.ts'
import { effect, signal } from '@preact/signals'
import { call, callWithFile } from '../admin-session/call.ts'
import { createResource } from '../admin-session/resource.ts'

/** The appearance, as the service last told it. */
export const appearance = createResource(() => call<typeof getAppearance>('GET', '/panel/v1/appearance'))

/** What is being changed: kept while one looks at other screens, until it is saved or given up. */
export interface Draft {
  displayName: string
  accentColor: string
  frameOrigins: readonly string[]
}

export const draft = signal<Draft>()

// With whoever signs out goes what they were changing.
effect(() => {
  if (appearance.data.value === undefined) draft.value = undefined
})

export function toDraft({ displayName, accentColor, frameOrigins }: Appearance): Draft {
  return { displayName: displayName ?? '', accentColor: accentColor ?? '', frameOrigins }
}

/** Whether saving would change anything. */
export function isChanged(known: Appearance, current: Draft): boolean {
  return JSON.stringify(cleaned(toDraft(known))) !== JSON.stringify(cleaned(current))
}

function cleaned({ displayName, accentColor, frameOrigins }: Draft) {
  return {
    displayName: displayName.trim() || null,
    accentColor: toColor(accentColor) || null,
    frameOrigins: frameOrigins.map((one) => one.trim()).filter((one) => one !== ''),
  }
}

/** A colour as it is kept, from how people type one: `1C5743`, `#1c5`. */
export function toColor(typed: string): string {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim()) ?? []
  if (!digits) return typed.trim().toLowerCase()
  const six = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  return `#${six.toLowerCase()}`
}

export async function save(current: Draft): Promise<void> {
  appearance.put(await call<typeof changeAppearance>('PUT', '/panel/v1/appearance', cleaned(current)))
  draft.value = undefined
}

export async function sendLogo(picture: File): Promise<void> {
  appearance.put(await callWithFile<typeof changeLogo>('PUT', '/panel/v1/appearance/logo', picture))
}

export async function dropLogo(): Promise<void> {
  appearance.put(await call<typeof removeLogo>('DELETE', '/panel/v1/appearance/logo'))
}
