// RFC 5321, section 4.1.2, and RFC 6531, section 3.3: a dot-separated sequence of atoms, each of `atext` or any
// visible character beyond ASCII. Quoted local parts and address literals are refused: no person has one.
const ATOM = "[\\w!#$%&'*+/=?^`{|}~\\-\\u{a1}-\\u{10ffff}]+"
const LABEL = '[a-z0-9\\u{a1}-\\u{10ffff}](?:[a-z0-9\\u{a1}-\\u{10ffff}-]*[a-z0-9\\u{a1}-\\u{10ffff}])?'
const INVISIBLE = /[\p{C}\p{Z}]/u
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, 'iu')

/**
 * Whether a text is an e-mail address of a person, in any script (RFC 6531). Local parts over RFC 5321's 64 octets are
 * accepted: providers deliver to them.
 */
export function isEmail(text: string): boolean {
  return !INVISIBLE.test(text) && EMAIL.test(text)
}
