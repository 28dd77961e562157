const LONGEST = 254

/** Reads a contact: an e-mail or an https address; undefined for anything else. */
export function toContact(text: string): string | undefined {
  const contact = text.trim()
  if (contact.length > LONGEST || /[\s\p{C}]/u.test(contact)) return undefined
  if (/^[^@<>"'(),;:\\/]+@[^@<>"'(),;:\\/]+\.[^@<>"'(),;:\\/.]+$/.test(contact)) return contact
  const url = URL.parse(contact)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  return url.href.length > LONGEST ? undefined : url.href
}
