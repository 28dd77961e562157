import { DownloadIcon, MoreIcon, UploadIcon } from '@estante/design/icons/icons.tsx'
import { Menu, MenuItem } from '@estante/design/menu/menu.tsx'
import { useSignal } from '@preact/signals'
import { ExportSheet } from './export-sheet.tsx'
import { ImportSheet } from './import-sheet.tsx'
import type { AnnotatedPublication } from './notebook.ts'
import { text } from './text.ts'

interface Props {
  /** Undefined for the notebook of all titles. */
  publication: AnnotatedPublication | undefined
  isEmpty: boolean
  onImported: () => Promise<void>
}

/** Exports and imports the annotations of a title, or of all. */
export function NotebookMenu({ publication, isEmpty, onImported }: Props) {
  const sheet = useSignal<'export' | 'import' | undefined>(undefined)
  const closeSheet = () => (sheet.value = undefined)
  return (
    <>
      <Menu button={<MoreIcon />} label={text.more}>
        {!isEmpty && (
          <MenuItem
            icon={DownloadIcon}
            detail={publication ? text.exportDetail : text.exportAllDetail}
            onPress={() => (sheet.value = 'export')}
          >
            {text.export}
          </MenuItem>
        )}
        <MenuItem icon={UploadIcon} detail={text.importDetail} onPress={() => (sheet.value = 'import')}>
          {text.import}
        </MenuItem>
      </Menu>
      <ExportSheet publication={publication} open={sheet.value === 'export'} onClose={closeSheet} />
      <ImportSheet id={publication?.id} open={sheet.value === 'import'} onImported={onImported} onClose={closeSheet} />
    </>
  )
}
