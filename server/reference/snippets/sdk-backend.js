import { estanteClient } from '@estante/sdk'

const estante = estanteClient('https://livros.example.com')

app.post('/livros/sessao', (request, response, next) => {
  const { id, name } = request.user // Your own session's, never a parameter of the page.
  estante.openBooks({ externalUserId: id, name }).then((launchUrl) => response.json({ launchUrl }), next)
})
