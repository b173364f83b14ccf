import { DeadLink } from '#components/share/dead-link.tsx'
import { maySignIn } from '#lib/console/shares/shared-page.ts'

export default async function NotFound() {
  return <DeadLink signsIn={await maySignIn()} />
}
