import { quote } from '../portuguese.ts'

/**
 * Every sentence about an annotation without a place, refused by the service, or changed on two devices. `note`: that of
 * the other device.
 */
export const text = {
  lost: 'Não está nesta edição',
  unsearched: 'Ainda não localizada nesta edição',
  refused: 'Só neste aparelho',
  changed: (note: string) => `Esta anotação mudou em outro aparelho${ending(note)}`,
  gone: 'Esta anotação foi apagada em outro aparelho.',
  deleted: (note: string) => `Você apagou esta anotação, mas ela mudou em outro aparelho${ending(note)}`,
  keepMine: 'Ficar com a deste',
  keepTheirs: 'Ficar com a do outro',
  deleteToo: 'Apagar aqui também',
  deleteAnyway: 'Apagar mesmo assim',
}

function ending(note: string) {
  return note ? `: ${quote(note)}` : '.'
}
