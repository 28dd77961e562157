import { createResource } from '@estante/client/resource.ts'
import type {
  changeAppearance,
  changeLogo,
  getAppearance,
  PartnerAppearance,
  removeLogo,
} from '@estante/contract/panel/appearance.ts'
import { call, putFile } from '../admin-session/call.ts'

/** The appearance, from the service. */
export const appearance = createResource(() => call<typeof getAppearance>('GET', '/panel/v1/appearance'))

/** The editable fields, as the form shows them. */
export interface AppearanceFields {
  displayName: string
  accentColor: string
  frameOrigins: readonly string[]
}

export function toAppearanceFields({ displayName, accentColor, frameOrigins }: PartnerAppearance): AppearanceFields {
  return { displayName: displayName ?? '', accentColor: accentColor ?? '', frameOrigins }
}

/** Whether there are changes to save. */
export function isChanged(known: AppearanceFields, current: AppearanceFields): boolean {
  return JSON.stringify(trimFields(known)) !== JSON.stringify(trimFields(current))
}

function trimFields({ displayName, accentColor, frameOrigins }: AppearanceFields) {
  return {
    displayName: displayName.trim() || null,
    accentColor: toColor(accentColor) || null,
    frameOrigins: frameOrigins.map((one) => one.trim()).filter((one) => one !== ''),
  }
}

/** Normalizes a typed colour: `1C5743`, `#1c5`. */
export function toColor(typed: string): string {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim()) ?? []
  if (!digits) return typed.trim().toLowerCase()
  const six = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  return `#${six.toLowerCase()}`
}

/** Throws `CHANGED_MEANWHILE` when `version` is outdated. */
export async function saveAppearance(current: AppearanceFields, version: string): Promise<void> {
  const body = { ...trimFields(current), version }
  appearance.put(await call<typeof changeAppearance>('PUT', '/panel/v1/appearance', body))
}

export async function sendLogo(picture: File): Promise<void> {
  appearance.put(await putFile<typeof changeLogo>('/panel/v1/appearance/logo', picture))
}

export async function dropLogo(): Promise<void> {
  appearance.put(await call<typeof removeLogo>('DELETE', '/panel/v1/appearance/logo'))
}
