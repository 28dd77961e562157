import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createConfig, lint } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

/*
 * Lints contract/partner-v1.openapi.json with the recommended rules of Redocly and Spectral, as partners' pipelines do.
 * Any finding fails. Uses the libraries, since the command-line tools bring hundreds of packages more.
 */

const FILE = fileURLToPath(new URL('../contract/partner-v1.openapi.json', import.meta.url))

const findings = [...(await lintWithRedocly()), ...(await lintWithSpectral())]
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1

async function lintWithRedocly(): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lint({ ref: FILE, config })
  return problems.map(({ ruleId, message, location }) => `Redocly ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)
}

async function lintWithSpectral(): Promise<string[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [rulesets.oas] } as never)
  const problems = await linter.run(await readFile(FILE, 'utf8'))
  return problems.map(({ code, message, path }) => `Spectral ${code}: ${message} ${path.join('.')}`)
}
