export const text = {
  loading: 'Procurando…',
  none: 'Nenhum dicionário tem esta palavra',
  askHost: 'Procurar no aplicativo',
  failed: 'A definição não veio.',
}
