import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { commandLine } from '../audit/audit.ts'
import { coverFolder } from '../covers/cover.ts'
import { importPaths } from '../imports/sources/import-paths.ts'
import { coverPicture } from '../test/cover-picture.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { testContext } from '../test/test-app.ts'
import { putUploadedCover, removeUploadedCover } from './edit-publication.ts'

const EPUB = fileURLToPath(new URL('../../examples/catalog/books/o-farol-de-sal.epub', import.meta.url))

describe('An uploaded cover', () => {
  it('that is sent many times at once is shown, until replaced by another or by that of the file', async () => {
    const { context } = await testContext()
    const { imported } = await importPaths(context, [EPUB])
    const id = imported[0]?.id ?? ''
    const put = (picture: string) => putUploadedCover(context, id, picture, commandLine(null))
    const [red, blue] = [await picture('#c03020'), await picture('#204060')]
    const currentFolder = async () => {
      const row = context.db.read.selectFrom('publication').select('cover_version').where('public_id', '=', id)
      return coverFolder(id, (await row.executeTakeFirstOrThrow()).cover_version)
    }

    await Promise.all(Array.from({ length: 3 }, () => put(red)))

    const folder = await currentFolder()
    const ledger = await context.db.read.selectFrom('folder_removal').select('folder').execute()
    assert.ok(!ledger.some((row) => row.folder === folder))
    assert.ok(await context.files.open(`${folder}/640.webp`))
    assert.equal(await put(blue), true)
    assert.notEqual(await currentFolder(), folder)
    assert.equal(await removeUploadedCover(context, id, commandLine(null)), true)
    assert.ok(await context.files.open(`${await currentFolder()}/640.webp`))
  })
})

async function picture(background: string): Promise<string> {
  const folder = await temporaryFolder()
  const file = join(folder, 'capa.png')
  await writeFile(file, await coverPicture(background))
  return file
}
