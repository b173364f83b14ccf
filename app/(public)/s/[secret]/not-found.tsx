import { DeadLink } from '#components/share/dead-link.tsx'
import { maySignIn } from '#lib/console/shared-page.ts'

export default async function NotFound() {
  return <DeadLink signsIn={await maySignIn()} />
}
