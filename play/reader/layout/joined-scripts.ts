/** Marks an element with text in a joined script. `page-style.ts` has the rule. */
export const JOINED = 'data-estante-joined'

/** Scripts whose letters are joined, to each other or by a headline: space between them would tear words. */
const LETTERS =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}]/u

export function isJoined(text: string): boolean {
  return LETTERS.test(text)
}

/** Marks the text of a chapter that the member's letter spacing would tear. */
export function markJoinedScripts(body: HTMLElement) {
  if (!isJoined(body.textContent)) return
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode as Text
    if (isJoined(data)) parentElement?.setAttribute(JOINED, '')
  }
}
