/** Every sentence about an annotation that changed on two devices. */
export const text = {
  changed: 'Mudou em outro aparelho.',
  gone: 'Foi apagada em outro aparelho.',
  keepMine: 'Ficar com a deste',
  keepTheirs: 'Ficar com a do outro',
}
