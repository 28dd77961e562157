export const text = {
  image: 'Figura',
  table: 'Tabela',
  formula: 'Fórmula',
  larger: 'Ampliar',
  smaller: 'Reduzir',
  close: 'Fechar',
}
