import { Refusal } from '@estante/formats/refusal.ts'
import { hasDiskSpace } from '../../storage/disk-space.ts'

/** Throws `Refusal` unless the folder's disk has so many bytes free. */
export async function requireDiskSpace(folder: string, bytes: number): Promise<void> {
  if (await hasDiskSpace(folder, bytes)) return
  throw new Refusal('Não há espaço em disco para o título, além da reserva que o serviço guarda para si.')
}
