import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { it } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../config.ts'
import { failureMessage } from './failure-message.ts'

const config = readConfig({ DATA_DIR: '/dados' })
const logged: string[] = []
const log = pino({}, { write: (line: string) => logged.push(line) })
const explain = (error: unknown) => failureMessage({ config, log }, 'livro.epub', error)

it('the message of a failed import tells a missing file from a lost database, and a book from the media folder', async () => {
  const noFile = await readFile('/nada/livro.epub').catch((error: unknown) => error)
  const [noSocket] = await once(connect('/nada/.s.PGSQL.5432').on('connect', assert.fail), 'error').catch((error) => [
    error,
  ])
  const forbidden = (path: string) => Object.assign(new Error('permission denied'), { code: 'EACCES', path })

  assert.equal(explain(noFile), 'O arquivo sumiu durante a importação.')
  assert.equal(explain(forbidden('/livros/livro.epub')), 'Não há permissão para ler o arquivo.')
  assert.equal(explain(forbidden('/dados-novos/livro.epub')), 'Não há permissão para ler o arquivo.')
  assert.match(explain(forbidden('/dados/media/stored/publications/x')), /não pode gravar na pasta das mídias/)
  assert.deepEqual(logged, [])
  assert.match(explain(noSocket), /^O banco de dados não pôde gravar agora/)
  assert.match(explain(new Error('broken')), /os detalhes estão no log/)
  assert.equal(logged.length, 2)
})
