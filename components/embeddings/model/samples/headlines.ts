import { toTextRows } from './to-text-rows.ts'

/** Twelve events, each as a headline in English, German, French, Spanish and Italian. */
export const headlines = toTextRows({
  Election: [
    'Opposition wins parliamentary election by a narrow margin',
    'Opposition gewinnt Parlamentswahl mit knapper Mehrheit',
    'L’opposition remporte de justesse les élections législatives',
    'La oposición gana las elecciones parlamentarias por un estrecho margen',
    'L’opposizione vince di misura le elezioni parlamentari',
  ],
  Earthquake: [
    'Strong earthquake shakes coastal city, hundreds homeless',
    'Schweres Erdbeben erschüttert Küstenstadt, Hunderte obdachlos',
    'Un fort séisme secoue une ville côtière, des centaines de sans-abri',
    'Un fuerte terremoto sacude una ciudad costera y deja a cientos sin hogar',
    'Forte terremoto scuote una città costiera, centinaia di sfollati',
  ],
  'Interest rates': [
    'Central bank raises interest rates to fight inflation',
    'Zentralbank erhöht Leitzins im Kampf gegen die Inflation',
    'La banque centrale relève ses taux pour lutter contre l’inflation',
    'El banco central sube los tipos de interés para frenar la inflación',
    'La banca centrale alza i tassi per combattere l’inflazione',
  ],
  'Football final': [
    'Late goal decides football cup final after extra time',
    'Spätes Tor entscheidet Pokalfinale im Fußball nach Verlängerung',
    'Un but tardif décide de la finale de la coupe de football après prolongation',
    'Un gol tardío decide la final de la copa de fútbol en la prórroga',
    'Un gol nel finale decide la coppa di calcio dopo i supplementari',
  ],
  'Space telescope': [
    'Space telescope finds water vapour on a distant planet',
    'Weltraumteleskop entdeckt Wasserdampf auf fernem Planeten',
    'Un télescope spatial détecte de la vapeur d’eau sur une planète lointaine',
    'Un telescopio espacial halla vapor de agua en un planeta lejano',
    'Un telescopio spaziale scopre vapore acqueo su un pianeta lontano',
  ],
  Railway: [
    'Rail workers strike over pay, thousands of trains cancelled',
    'Bahnbeschäftigte streiken für mehr Lohn, Tausende Züge fallen aus',
    'Grève des cheminots pour les salaires, des milliers de trains supprimés',
    'Huelga de ferroviarios por los salarios: miles de trenes cancelados',
    'Sciopero dei ferrovieri per il salario, cancellati migliaia di treni',
  ],
  Museum: [
    'Stolen painting returns to museum after thirty years',
    'Gestohlenes Gemälde kehrt nach dreißig Jahren ins Museum zurück',
    'Un tableau volé retrouve son musée trente ans plus tard',
    'Un cuadro robado vuelve al museo treinta años después',
    'Un dipinto rubato torna al museo dopo trent’anni',
  ],
  Vaccine: [
    'New malaria vaccine protects four in five children in trial',
    'Neuer Malaria-Impfstoff schützt in Studie vier von fünf Kindern',
    'Un nouveau vaccin contre le paludisme protège quatre enfants sur cinq',
    'Una nueva vacuna contra la malaria protege a cuatro de cada cinco niños',
    'Un nuovo vaccino contro la malaria protegge quattro bambini su cinque',
  ],
  'Forest fire': [
    'Forest fires force villages to be evacuated in heat wave',
    'Waldbrände: Dörfer müssen in der Hitzewelle geräumt werden',
    'Feux de forêt : des villages évacués en pleine canicule',
    'Los incendios forestales obligan a evacuar pueblos en plena ola de calor',
    'Incendi boschivi: evacuati interi paesi durante l’ondata di caldo',
  ],
  'Electric cars': [
    'Sales of electric cars overtake diesel for the first time',
    'Elektroautos verkaufen sich erstmals besser als Diesel',
    'Les ventes de voitures électriques dépassent le diesel pour la première fois',
    'Las ventas de coches eléctricos superan por primera vez a las de diésel',
    'Le vendite di auto elettriche superano per la prima volta il diesel',
  ],
  'Data leak': [
    'Hackers publish health insurer’s customer data',
    'Hacker veröffentlichen Kundendaten einer Krankenkasse',
    'Des pirates publient les données des clients d’une assurance maladie',
    'Unos piratas informáticos publican los datos de clientes de una aseguradora médica',
    'Hacker pubblicano i dati dei clienti di un’assicurazione sanitaria',
  ],
  'Film prize': [
    'Young director’s first film wins main prize at festival',
    'Erstlingsfilm einer jungen Regisseurin gewinnt Hauptpreis des Festivals',
    'Le premier film d’une jeune réalisatrice remporte le grand prix du festival',
    'La ópera prima de una joven directora gana el gran premio del festival',
    'L’opera prima di una giovane regista vince il premio principale del festival',
  ],
})
