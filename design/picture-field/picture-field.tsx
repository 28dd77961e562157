import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button } from '../button/button.tsx'
import { holdsFiles } from '../drop-zone/dropped-files.ts'
import './picture-field.css'

interface PictureFieldProps {
  label: ComponentChildren
  /** `alt` describes the chosen picture. */
  labels: { choose: string; giveUp: string; alt: string }
  hint: string
  error?: string | undefined
  accept: string
  value: File | undefined
  onChange: (picture: File | undefined) => void
  children: ComponentChildren
}

/**
 * Field for a picture, which may be replaced by dropping or choosing another, previewed before it is sent. `children`
 * show the present picture; `value` is the new one.
 */
export function PictureField({ label, labels, hint, error, accept, value, onChange, children }: PictureFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const preview = usePreview(value)
  useStayOnPage()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button does the same
    <div
      class="picture-field row"
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        if (!holdsFiles(event.dataTransfer)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        const [file] = event.dataTransfer?.files ?? []
        if (!file) return
        event.preventDefault()
        onChange(file)
      }}
    >
      <div class="picture-field__picture">
        {value && preview ? <img class="picture-field__preview" src={preview} alt={labels.alt} /> : children}
      </div>
      <div class="picture-field__text stack">
        <p class="label">{label}</p>
        <div class="row">
          <Button variant="soft" size="compact" aria-describedby={id} onClick={() => input.current?.click()}>
            {labels.choose}
          </Button>
          {value && (
            <Button variant="plain" size="compact" onClick={() => onChange(undefined)}>
              {labels.giveUp}
            </Button>
          )}
        </div>
        <div class="note" id={id} role={error ? 'alert' : undefined} data-error={error ? '' : undefined}>
          {error ?? hint}
        </div>
      </div>
      <input
        type="file"
        hidden
        ref={input}
        accept={accept}
        aria-label={labels.choose}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) onChange(file)
        }}
      />
    </div>
  )
}

/** Prevents a picture dropped beside the field from navigating away. */
function useStayOnPage() {
  useEffect(() => {
    const stay = (event: DragEvent) => holdsFiles(event.dataTransfer) && event.preventDefault()
    addEventListener('dragover', stay)
    addEventListener('drop', stay)
    return () => {
      removeEventListener('dragover', stay)
      removeEventListener('drop', stay)
    }
  }, [])
}

/** Reads the picture into a `data:` URL, which is the only kind that strict content security policies allow. */
function usePreview(picture: File | undefined): string | undefined {
  const [preview, setPreview] = useState<{ of: File; url: string }>()
  useEffect(() => {
    if (!picture) return
    const reader = new FileReader()
    reader.onload = () => setPreview({ of: picture, url: String(reader.result) })
    reader.readAsDataURL(picture)
    return () => reader.abort()
  }, [picture])
  return preview?.of === picture ? preview?.url : undefined
}
