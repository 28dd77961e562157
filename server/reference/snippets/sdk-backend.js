import { estanteClient } from '@estante/sdk'

const estante = estanteClient('https://livros.example.com')

app.post('/livros/sessao', (request, response, next) => {
  const { id, name } = request.user // Da sua sessão, nunca de um parâmetro da página.
  estante.openBooks({ externalUserId: id, name }).then((launchUrl) => response.json({ launchUrl }), next)
})
