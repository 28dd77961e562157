/** All texts of the picture overlay. */
export const text = {
  picture: 'Figura',
  table: 'Tabela',
  larger: 'Ampliar',
  smaller: 'Reduzir',
  close: 'Fechar',
}
