import { pathParts } from '../router.ts'
import { JobScreen } from './job-screen.tsx'
import { JobsScreen } from './jobs-screen.tsx'
import { QUARANTINE } from './paths.ts'
import { QuarantineScreen } from './quarantine-screen.tsx'
import './imports-screen.css'

/** All imports, one, or the quarantine, by the address. */
export function ImportsScreen() {
  const [id] = pathParts.value
  if (id === undefined) return <JobsScreen />
  return id === QUARANTINE ? <QuarantineScreen /> : <JobScreen key={id} id={id} />
}
