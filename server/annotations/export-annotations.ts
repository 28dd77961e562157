import type { exportNotebook } from '@estante/contract/play/annotations.ts'
import type { Query } from '@estante/contract/route.ts'
import type { Context } from '../context.ts'
import type { MemberKey } from '../tenancy.ts'
import { writeAnnotationSet } from './epub-annotations.ts'
import { writeMarkdown } from './markdown.ts'
import {
  type AnnotatedPublication,
  findAnnotatedPublication,
  readAnnotationsOfPublication,
} from './read-annotations.ts'
import type { Anchoring } from './reanchor-publication.ts'

export type ExportFormat = Query<typeof exportNotebook>['format']

/** Writes a member's annotations in a title, at their places in its present revision. */
export async function writeAnnotations(
  context: Pick<Context, 'db' | 'clock'>,
  anchoring: Anchoring,
  member: MemberKey,
  publication: AnnotatedPublication,
  format: ExportFormat,
): Promise<string> {
  await anchoring.reanchorPublication(member, publication)
  const rows = await readAnnotationsOfPublication(context.db.read, member, publication)
  return format === 'markdown' ? writeMarkdown(publication, rows) : writeAnnotationSet(publication, rows)
}

/** Writes a member's annotations in several titles, one at a time: a file of all may have 64 MiB and more. */
export async function* writeNotebook(
  context: Pick<Context, 'db' | 'clock'>,
  anchoring: Anchoring,
  member: MemberKey,
  publicationIds: string[],
  format: ExportFormat,
): AsyncGenerator<string> {
  const [start, between, end] = format === 'markdown' ? ['', '\n', ''] : ['[\n', ',\n', ']\n']
  let before = start
  for (const id of publicationIds) {
    const publication = await findAnnotatedPublication(context.db.read, context.clock.now(), member, id)
    if (!publication) continue
    yield before + (await writeAnnotations(context, anchoring, member, publication, format))
    before = between
  }
  yield before === start ? start + end : end
}
