import { UnavailablePage } from '#components/shell/unavailable-page.tsx'

export default function ConnectNotFound() {
  return <UnavailablePage />
}
