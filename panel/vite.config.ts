import { text as clientText } from '@estante/client/text.ts'
import { BUILD_TARGET } from '@estante/contract/baseline.ts'
import { applicationBuild } from '@estante/design/application-build.ts'
import { defineConfig } from 'vite'
import { text } from './text.ts'

export default defineConfig(
  applicationBuild({
    root: import.meta.dirname,
    base: '/painel/',
    target: BUILD_TARGET,
    unsupported: text.shell.unsupported,
    reload: { title: clientText.unreachableTitle, help: clientText.unreachableHelp, retry: clientText.retry },
    // Code that screens share, in one file: without preloads, a screen requests it only after its own.
    groups: [{ name: 'shared', minShareCount: 2 }],
  }),
)
