/** The number or sign of a note. */
export const NOTE_NUMBER = /^[[(]?(\d{1,4}|[*†‡§]+)[\])]?\.?$/

/** Whether a link is a reference to a note: https://www.w3.org/TR/epub-ssv-11/#sec-notes and DPUB-ARIA. */
export function isNoteReference(link: Element): boolean {
  const types = typesOf(link)
  if (types.includes('noteref') || types.includes('doc-noteref')) return true
  const text = link.textContent.trim()
  return NOTE_NUMBER.test(text) && (link.closest('sup') !== null || link.querySelector('sup') !== null)
}

/** Returns the semantics of an element: its `epub:type`, and its role. */
export function typesOf(element: Element): string[] {
  const type = element.getAttributeNS('http://www.idpf.org/2007/ops', 'type') ?? element.getAttribute('epub:type') ?? ''
  return `${type} ${element.getAttribute('role') ?? ''}`.split(/\s+/)
}
