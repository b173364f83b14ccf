import { DeadLink } from '#components/shared-request/dead-link.tsx'
import { maySignIn } from '#lib/console/shares/shared-page.ts'

export default async function NotFound() {
  return <DeadLink signsIn={await maySignIn()} />
}
