import { useEffect } from 'preact/hooks'
import { AllTitles } from './all-titles.tsx'
import { TitleNotebook } from './title-notebook.tsx'
import './notebook.css'

/** What the member marked: in one title, or in all of them. */
export function NotebookScreen({ id }: { id: string }) {
  // The focus came to the page before this was there.
  useEffect(() => {
    const { activeElement } = document
    if (activeElement?.matches('main')) activeElement.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
  return id ? <TitleNotebook id={id} /> : <AllTitles />
}
