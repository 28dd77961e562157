import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/*
 * Builds the package that partners install, in `dist/`, and its tarball, which the service hands out at `/docs`. A
 * version that was handed out must not change: the lock files of partners hold the hash of the tarball.
 */

process.chdir(import.meta.dirname)
rmSync('dist', { recursive: true, force: true })
execFileSync('tsc', ['--project', '.'], { stdio: 'inherit' })
for (const file of ['sdk/client.js', 'sdk/client.d.ts', 'sdk/host.js', 'sdk/host.d.ts', 'contract/bridge.d.ts']) {
  const text = readFileSync(`dist/emitted/${file}`, 'utf8')
  writeFileSync(`dist/${basename(file)}`, text.replaceAll('../contract/bridge.ts', './bridge.js'))
}
rmSync('dist/emitted', { recursive: true })
copyFileSync('README.md', 'dist/README.md')
copyFileSync('../LICENSE', 'dist/LICENSE')
const { private: _, scripts: __, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'))
const exports = { '.': './client.js', './host': './host.js' }
writeFileSync('dist/package.json', JSON.stringify({ ...manifest, exports, types: './client.d.ts' }, null, 2))

const tarball = `dist/estante-sdk-${manifest.version}.tgz`
execFileSync('npm', ['pack', '--silent', '--pack-destination', 'dist', './dist'])
// Without compression, which differs by the version of zlib and the processor, the bytes depend only on the files.
writeFileSync(tarball, gzipSync(gunzipSync(readFileSync(tarball)), { level: 0 }))
