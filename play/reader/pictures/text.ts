/** Every sentence of pictures that are opened over the page. */
export const text = {
  picture: 'Figura',
  table: 'Tabela',
  larger: 'Ampliar',
  smaller: 'Reduzir',
  close: 'Fechar',
}
