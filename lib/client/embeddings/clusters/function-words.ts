/**
 * Words of three letters and more that say nothing of a topic, in the languages that texts are likeliest to be in. In a
 * large set their even spread gives them away; among a few dozen texts chance makes any of them look typical.
 */
export const functionWords: ReadonlySet<string> = new Set(
  `about above after again all also always and any are aren't because been before being below between both but can
  can't cannot could did didn't does doesn't doing don't down during each even every few for from further get gets got
  had has hasn't have haven't having her here hers him his how i'd i'll i'm i've into isn't it's its just let like made
  make many may might more most much must never nor not now off once one only other our ours out over own please same
  shall she should since some still such than that that's the their them then there these they this those though through
  too two under until use very via was wasn't way were what what's when where whether which while who whom whose why will with
  within without won't would yet you your yours
  aber alle als auch auf aus bei bin bis bist damit dann das dass dein dem den der des die dies diese dieser dieses doch
  dort durch ein eine einem einen einer eines euch für hat hatte ich ihm ihn ihr ihre ist kann kein keine mein mich mir
  mit nach nicht noch nur oder ohne schon sehr sein seine sich sie sind über und uns unser unter vom von vor war waren
  warum was weil wenn wer werden wie wir wird wurde zum zur zwischen
  aux avec ces cette comme dans des donc elle elles est était été être fait ils leur leurs les lui mais mes moi mon
  nous ont par pas plus pour que quel quelle qui sans ses son sont sous sur tes ton tous tout très une vos votre vous
  algo como con cual cuando del desde donde dos ella ellas ellos era eran esa ese eso esta estas este esto estos está
  fue han hasta hay las los más mis muy nos para pero por porque qué ser sin sobre son sus también tiene todo todos una
  unas unos usted
  alla alle agli anche che chi come con così cui dal dalla dei del della delle degli dello dopo gli hanno loro nei nel
  nella nelle non nostra nostro per perché però più quale quando quello questa questi questo sei sia siamo sono suo sua
  suoi tra tutti tutto una uno`.split(/\s+/),
)
