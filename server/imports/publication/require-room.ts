import { Refusal } from '@estante/formats/refusal.ts'
import { hasRoom } from '../../storage/room.ts'

/** Throws `Refusal` unless the folder's disk has room for so many bytes. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  if (await hasRoom(folder, bytes)) return
  throw new Refusal('Não há espaço em disco para o título, além da reserva que o serviço guarda para si.')
}
