#!/bin/sh
# Roda um comando do Estante como estante.service roda o serviço: o mesmo usuário, as mesmas variáveis, o mesmo Node.
# Copie para /usr/local/bin/estante, e chame com sudo. Os caminhos dos arquivos devem ser inteiros.
exec systemd-run --quiet --pipe --wait --collect --uid=estante --working-directory=/opt/estante \
  --property=EnvironmentFile=/etc/estante.env --setenv=PATH=/opt/estante/node_modules/.bin:/usr/bin:/bin \
  /opt/estante/node_modules/.bin/estante "$@"
