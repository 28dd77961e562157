import { useEffect } from 'preact/hooks'
import { AllTitles } from './all-titles.tsx'
import { TitleNotebook } from './title-notebook.tsx'
import './notebook.css'

/** The notebook: the annotations of one title, or of all. */
export function NotebookScreen({ id }: { id: string }) {
  // The focus was set before this screen was loaded.
  useEffect(() => {
    const { activeElement } = document
    if (activeElement?.matches('main')) activeElement.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
  return id ? <TitleNotebook id={id} /> : <AllTitles />
}
