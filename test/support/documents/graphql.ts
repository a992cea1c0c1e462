/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A note to add, and the key that makes sending it again harmless. */
export type AddObservationInput = {
  /** Part of the field affected. */
  affectedArea?: FractionInput | null | undefined;
  /** Who writes it. */
  author?: AuthorInput | null | undefined;
  /** What it is about; GENERAL where left out. */
  category?: ObservationCategory | null | undefined;
  /** The field the note is about, `fld_…`. */
  fieldId: string;
  /** How far the crop is. */
  growthStage?: GrowthStageInput | null | undefined;
  /** Chosen by the client, one a note, kept until the note is acknowledged: 1 to 255 visible ASCII characters, for example a UUID. */
  idempotencyKey: string;
  /** Where it was seen. */
  location?: GeoPointInput | null | undefined;
  /** When it was seen, at most 5 minutes in the future; the time of the write where left out. */
  observedAt?: string | null | undefined;
  /** What was found. */
  organism?: OrganismInput | null | undefined;
  /** Pictures, at most 10. */
  photos?: Array<PhotoInput> | null | undefined;
  /** How bad it is. */
  severity?: Severity | null | undefined;
  /** Free words, at most 20. */
  tags?: Array<string> | null | undefined;
  /** The note: plain text, 1 to 4,000 characters. */
  text: string;
  /** A short heading, plain text. */
  title?: string | null | undefined;
};

/** Who writes the note. */
export type AuthorInput = {
  /** Name, plain text. */
  name: string;
};

/** A sum of degree days to look for: of a growth stage, or of a generation of a pest. */
export type DegreeDayTargetInput = {
  /** The sum, in degree days of `unit`, above 0. */
  degreeDays: number;
  /** What it stands for; given back as it is. */
  name?: string | null | undefined;
};

/** Units of accumulated temperature. */
export type DegreeDayUnit =
  /** Degree Celsius day, UCUM `K.d`. */
  | 'CELSIUS_DAY'
  /** Degree Fahrenheit day, 5/9 of a degree Celsius day, UCUM `[degF].d`. */
  | 'FAHRENHEIT_DAY'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** How growing degree days are computed from daily extremes: by the mean (McMaster & Wilhelm 1997, Agricultural and Forest Meteorology 87) or by a curve. */
export type DegreeDaysMethod =
  /** Method 1: the mean of the extremes, less the base, never below zero. */
  | 'MCMASTER_WILHELM_1'
  /** Method 2: each extreme is first held between base and upper threshold, then the mean less the base. */
  | 'MCMASTER_WILHELM_2'
  /** A sine through the extremes, cut off horizontally at the upper threshold (Baskerville & Emin 1969, Ecology 50). Nearer to the hours of a cool or a hot day. */
  | 'SINGLE_SINE'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** Every code of the graph: of refusals in a union and of `extensions.code` in `errors`. */
export type ErrorCode =
  /** An argument or input is not acceptable; the message or the faults name which and why. Change it and send again. */
  | 'BAD_USER_INPUT'
  /** The first send of this idempotency key is still being written. Send the same again after a moment. */
  | 'CONFLICT'
  /** The API key is valid and lacks the scope for this. Ask for a key with the scope. */
  | 'FORBIDDEN'
  /** The document is not GraphQL. */
  | 'GRAPHQL_PARSE_FAILED'
  /** The document does not fit the schema. */
  | 'GRAPHQL_VALIDATION_FAILED'
  /** The idempotency key was used before for a different note. Use a fresh key for each note. */
  | 'IDEMPOTENCY_KEY_REUSED'
  /** A total was asked over data that the service may have cut short, so it was not computed. */
  | 'INCOMPLETE_UPSTREAM_DATA'
  /** A fault of the gateway itself. The request id finds it in the log. */
  | 'INTERNAL_SERVER_ERROR'
  /** The HTTP method is not allowed here: mutations need POST, queries GET or POST. */
  | 'METHOD_NOT_ALLOWED'
  /** The field does not exist or is not visible to the caller; which of both is not said. */
  | 'NOT_FOUND'
  /** The operation exceeds a limit, named in `extensions.limit` with its maximum and the actual figure. The message says how to stay below it. */
  | 'OPERATION_TOO_COMPLEX'
  /** The gateway has more to do than it can, or its queue to the Field Data Service is full. Send the same again after a moment, or ask for less. */
  | 'OVERLOADED'
  /** The request body has too many bytes. */
  | 'PAYLOAD_TOO_LARGE'
  /** The `documentId` is of no document that the gateway knows. Send the document itself, or ask the operator to deploy the manifest that it is in. */
  | 'PERSISTED_DOCUMENT_NOT_FOUND'
  /** The gateway runs only documents that its operator deployed. Send the `documentId` of one, or ask the operator to deploy this one. */
  | 'PERSISTED_DOCUMENT_REQUIRED'
  /** A hash was sent in place of a document, as automatic persisted queries do, and it is of no document that the gateway knows. Send the document; the clients that do this then do so by themselves. */
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  /** Too many requests. Wait `retryAfterSeconds`, then send again. */
  | 'RATE_LIMITED'
  /** The API key is missing, unknown, malformed or revoked. Send `Authorization: Bearer <API key>`. */
  | 'UNAUTHENTICATED'
  /** The request body is not application/json. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** The Field Data Service failed (status 500: retryable) or answered something its contract does not allow. A write may be sent again under its idempotency key either way. */
  | 'UPSTREAM_ERROR'
  /** The Field Data Service did not answer before the deadline of the operation. */
  | 'UPSTREAM_TIMEOUT'
  /** The Field Data Service could not be reached or says it is unavailable. */
  | 'UPSTREAM_UNAVAILABLE';

/** How reference evapotranspiration was computed. */
export type Et0Method =
  /** FAO-56 Penman-Monteith (equation 6). */
  | 'FAO56_PENMAN_MONTEITH'
  /** Hargreaves & Samani 1985, from temperatures and latitude (FAO-56, equation 52). */
  | 'HARGREAVES_SAMANI'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** A part of a whole. */
export type FractionInput = {
  /** The unit of `value`. */
  unit: FractionUnit;
  /** The number, in `unit`: 0 to 100 percent, or 0 to 1. */
  value: number;
};

/** Units of a part of a whole. */
export type FractionUnit =
  /** Fraction: 0 to 1 for a share, UCUM `1`. */
  | 'FRACTION'
  /** Percent: 0 to 100 for a share, UCUM `%`. */
  | 'PERCENT'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** A place, WGS 84. */
export type GeoPointInput = {
  /** Degrees north, -90 to 90. */
  latitude: number;
  /** Degrees east, -180 to 180. */
  longitude: number;
};

/** The interval of one weather record. */
export type Granularity =
  /** One local day of the field's timezone. */
  | 'DAILY'
  /** One hour. */
  | 'HOURLY'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** How far the crop is. */
export type GrowthStageInput = {
  /** Code in the scale: for BBCH two digits, `00` to `99`. */
  code: string;
  /** The scale of `code`. */
  scale?: GrowthStageScale;
};

/** Scales of crop development. */
export type GrowthStageScale =
  /** BBCH (Meier 2018): a code of two digits, the first the principal stage. */
  | 'BBCH'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** Units of length and of water depth. */
export type LengthUnit =
  /** Centimetre, UCUM `cm`. */
  | 'CENTIMETRE'
  /** International inch, 25.4 mm, UCUM `[in_i]`. */
  | 'INCH'
  /** Metre, UCUM `m`. */
  | 'METRE'
  /** Millimetre, UCUM `mm`. One millimetre of water is one litre a square metre. */
  | 'MILLIMETRE'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** What a note is about. */
export type ObservationCategory =
  /** Hail, frost, wind, machines, spray drift. */
  | 'DAMAGE'
  /** Fungi, bacteria, viruses. */
  | 'DISEASE'
  /** Anything else. */
  | 'GENERAL'
  /** How far the crop is. */
  | 'GROWTH_STAGE'
  /** Deficiency or excess of a nutrient. */
  | 'NUTRIENT'
  /** Insects, mites, nematodes, slugs, vertebrates. */
  | 'PEST'
  /** Structure, crusting, erosion, cover. */
  | 'SOIL'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN'
  /** Drought, waterlogging, irrigation. */
  | 'WATER'
  /** Plants that are not the crop. */
  | 'WEED';

/** A pest, pathogen or weed. */
export type OrganismInput = {
  /** EPPO code, for example `PUCCST`. */
  eppoCode?: string | null | undefined;
  /** Common or scientific name. */
  name: string;
};

/** How the calendar is divided into periods. */
export type Period =
  /** Thirds of months, as agrometeorology reports: days 1 to 10, 11 to 20 and the rest: `2026-05-D2`. */
  | 'DEKAD'
  /** Months: `2026-05`. */
  | 'MONTH'
  /** Weeks from Monday, numbered as in ISO 8601: `2026-W19`. */
  | 'WEEK';

/** A picture that is already stored elsewhere. */
export type PhotoInput = {
  /** What it shows, plain text. */
  caption?: string | null | undefined;
  /** Absolute http or https address, at most 2,048 characters. */
  href: string;
  /** Media type (RFC 6838), for example `image/jpeg`. */
  mediaType?: string | null | undefined;
};

/** How a record came about. */
export type Provenance =
  /** Computed from measured values. */
  | 'DERIVED'
  /** Measured at the time and place it states. */
  | 'MEASURED'
  /** Measured, on the day `recordedOn` states, and played again on another. */
  | 'REPLAYED'
  /** Made by a model, in whole or in part. Not for decisions about a real field. */
  | 'SIMULATED'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** What one rule says of an hour. */
export type RuleOutcome =
  /** Outside the limits. */
  | 'FAIL'
  /** Outside the good range, and not yet a failure. */
  | 'MARGINAL'
  /** Within the limits. */
  | 'PASS'
  /** What the rule needs is not known: the hour is not suitable by it. */
  | 'UNKNOWN';

/** How bad it is, as the observer judged it. */
export type Severity =
  /** Action needed. */
  | 'HIGH'
  /** Present, no action needed. */
  | 'LOW'
  /** Watch closely. */
  | 'MODERATE'
  /** Looked for and not found. */
  | 'NONE'
  /** Crop loss is certain. */
  | 'SEVERE'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** A span of time next to now, exactly one of its fields: `{ days: 30 }`. It does not go stale: the same query asks for other days tomorrow. */
export type SpanInput =
  {   /** Whole days of the field's own calendar, 1 to 363. */
  days: number; hours?: never; }
  |  { days?: never;   /** Whole hours, 1 to 744. Only where records are hourly. */
  hours: number; };

/** Units of speed. */
export type SpeedUnit =
  /** Kilometre per hour, UCUM `km/h`. */
  | 'KILOMETRE_PER_HOUR'
  /** International knot, 1852 m/h, UCUM `[kn_i]`. */
  | 'KNOT'
  /** Metre per second, UCUM `m/s`. */
  | 'METRE_PER_SECOND'
  /** International mile per hour, 0.44704 m/s, UCUM `[mi_i]/h`. */
  | 'MILE_PER_HOUR'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** Whether the days of a spell are dry or wet. */
export type SpellKind =
  /** Each day has less precipitation than a wet day, and is known. */
  | 'DRY'
  /** Each day has the precipitation of a wet day or more. */
  | 'WET';

/** What an hour is judged by, with the unit of the `value` and `limit` of its result. */
export type SprayRule =
  /** Delta-T, kelvin: air temperature less wet bulb temperature, by Stull 2011 from relative humidity, else from the dew point. */
  | 'DELTA_T'
  /** Strongest gust, metres per second. Judged only where `gustMax` is given. */
  | 'GUST'
  /** Daylight in the hour and in those around it, by solar radiation, megajoules per square metre: the `value` is the least of them. Darkness near by means that cold air may lie still. */
  | 'INVERSION'
  /** Rain in the hour and in the dry hours after it, millimetres: the `value` is that of the first wet hour. */
  | 'RAIN'
  /** Mean air temperature, degrees Celsius. */
  | 'TEMPERATURE'
  /** Mean wind speed, metres per second. */
  | 'WIND';

/** Limits of the rules, all of which have a default that is printed on many labels or advised widely. Null turns a limit off. The label of the product in hand comes first: give its limits. */
export type SprayRulesInput = {
  /** Hours of daylight before and after the hour itself, 0 to 12: from before sunset until after sunrise cold air may lie still and hold drops; null turns it off. */
  daylightMarginHours?: number | null | undefined;
  /** Delta-T above which an hour is marginal, kelvin: drops dry fast; null turns it off. */
  deltaTMarginal?: number | null | undefined;
  /** Delta-T above which an hour is unsuitable, kelvin: drops dry before they land; null turns it off. */
  deltaTMax?: number | null | undefined;
  /** Delta-T below which an hour is marginal, kelvin: fine drops stay in humid air; null turns it off. */
  deltaTMin?: number | null | undefined;
  /** Hours without rain after the hour itself, which is to be dry too, 0 to 24; null turns it off. */
  dryHours?: number | null | undefined;
  /** Strongest gust, metres per second. Without a default: off unless given. */
  gustMax?: number | null | undefined;
  /** Most temperature, degrees Celsius; null turns it off. */
  temperatureMax?: number | null | undefined;
  /** Least temperature, degrees Celsius. Without a default: off unless given. */
  temperatureMin?: number | null | undefined;
  /** Most wind, metres per second: 20 km/h, above which drops drift; null turns it off. */
  windMax?: number | null | undefined;
  /** Least wind, metres per second: 3 km/h, below which air drifts anywhere; null turns it off. */
  windMin?: number | null | undefined;
};

/** What the rules together say of an hour: the worst of them decides. It is no permission: the label is. */
export type SprayVerdict =
  /** No rule fails, none is unknown, and at least one is marginal. */
  | 'MARGINAL'
  /** Every rule passes. */
  | 'SUITABLE'
  /** No rule fails, and at least one could not be judged, or none is on. Never taken for suitable. */
  | 'UNKNOWN'
  /** At least one rule fails, whatever is unknown. */
  | 'UNSUITABLE';

/** Units of temperature. */
export type TemperatureUnit =
  /** Degree Celsius, UCUM `Cel`. */
  | 'CELSIUS'
  /** Degree Fahrenheit, UCUM `[degF]`. */
  | 'FAHRENHEIT'
  /** Kelvin, UCUM `K`. */
  | 'KELVIN'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** The prevailing weather of an interval. */
export type WeatherCondition =
  /** Clear sky. */
  | 'CLEAR'
  /** Cloudy. */
  | 'CLOUDY'
  /** Drizzle. */
  | 'DRIZZLE'
  /** Fog. */
  | 'FOG'
  /** Rain. */
  | 'RAIN'
  /** Snow. */
  | 'SNOW'
  /** Thunderstorm. */
  | 'THUNDERSTORM'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** Whether a record looks back or ahead. */
export type WeatherKind =
  /** What is expected. */
  | 'FORECAST'
  /** What happened. */
  | 'OBSERVED'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

export type WindowedWeatherQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type WindowedWeatherQuery = { field: { weather: Array<{ startsAt: string, kind: WeatherKind, temperatureMax: { value: number, unit: TemperatureUnit } | null }> | null, observed: Array<{ startsAt: string, kind: WeatherKind }> | null, hourly: Array<{ startsAt: string, granularity: Granularity }> | null } | null };

export type LatestOfAllQueryVariables = Exact<{ [key: string]: never; }>;


export type LatestOfAllQuery = { fields: Array<{ id: string, latestWeather: { startsAt: string, kind: WeatherKind } | null, latestEarthObservation: { id: string } | null, latestObservation: { id: string } | null } | null> };

export type WindowedScenesQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type WindowedScenesQuery = { field: { earthObservations: Array<{ id: string, acquiredAt: string }> | null, indexSeries: Array<{ earthObservationId: string, mean: number | null }> | null } | null };

export type SummaryQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type SummaryQuery = { field: { weatherSummary: { days: number, missingDays: number, frostDays: number | null, growingDegreeDays: { value: number } | null, precipitation: { value: number } | null } | null } | null };

export type ComputedFromHoursQueryVariables = Exact<{ [key: string]: never; }>;


export type ComputedFromHoursQuery = { field: { temperatureHours: { hours: number, missing: number, frostHours: number | null, heatHours: number | null, chillingHours: number | null, utahUnits: number | null, chillPortions: number | null, provenances: Array<Provenance> } | null, sprayConditions: { missing: number, provenances: Array<Provenance>, hours: Array<{ startsAt: string, kind: WeatherKind, verdict: SprayVerdict, deltaT: number | null, rules: Array<{ rule: SprayRule, outcome: RuleOutcome, value: number | null, limit: number | null, reason: string }> }>, windows: Array<{ from: string, to: string, hours: number }> } | null } | null };

export type ComputedFromScenesQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type ComputedFromScenesQuery = { field: { indexSeason: { area: number | null, change: number | null, changeDays: number | null, longestGapDays: number | null, clearScenes: number, missing: number, provenances: Array<Provenance>, points: Array<{ acquiredAt: string, mean: number | null }>, peak: { acquiredAt: string } | null } | null } | null };

export type FilteredNotesQueryVariables = Exact<{
  to: string;
}>;


export type FilteredNotesQuery = { field: { newest: Array<{ id: string }> | null, filtered: Array<{ id: string, category: ObservationCategory }> | null, before: Array<{ id: string }> | null } | null };

export type PageQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type PageQuery = { field: { observationsConnection: { edges: Array<{ cursor: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, endCursor: string | null } } | null } | null };

export type DefaultsQueryVariables = Exact<{ [key: string]: never; }>;


export type DefaultsQuery = { field: { weather: Array<{ startsAt: string, granularity: Granularity }> | null, earthObservations: Array<{ acquiredAt: string }> | null, observations: Array<{ observedAt: string }> | null } | null };

export type SeveralFieldsDashboardQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type SeveralFieldsDashboardQuery = { fields: Array<{ id: string, weather: Array<{ startsAt: string, kind: WeatherKind, temperatureMax: { value: number, unit: TemperatureUnit } | null }> | null, earthObservations: Array<{ id: string, acquiredAt: string, cloudCover: { value: number } }> | null, observations: Array<{ id: string, text: string }> | null } | null> };

export type SeveralFieldsVarietyQueryVariables = Exact<{
  from: string;
  to: string;
  category?: ObservationCategory | null | undefined;
}>;


export type SeveralFieldsVarietyQuery = { fields: Array<{ id: string, hourly: Array<{ startsAt: string, windSpeed: { value: number } | null }> | null, observed: Array<{ startsAt: string, kind: WeatherKind }> | null, clear: Array<{ id: string }> | null, filtered: Array<{ id: string, category: ObservationCategory }> | null, observationsConnection: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string } }> } | null, latestWeather: { startsAt: string } | null, latestObservation: { id: string } | null } | null> };

export type DashboardOfFieldsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type DashboardOfFieldsQuery = { fields: Array<{ id: string, latestWeather: { date: string | null, kind: WeatherKind, temperatureMax: { value: number, unit: TemperatureUnit } | null } | null, latestEarthObservation: { acquiredAt: string, cloudCover: { value: number }, index: { mean: number | null } | null } | null, latestObservation: { observedAt: string, text: string } | null } | null> };

export type WholeFieldPageQueryVariables = Exact<{
  id: string;
}>;


export type WholeFieldPageQuery = { field: { id: string, weather: Array<{ date: string | null }> | null, earthObservations: Array<{ acquiredAt: string }> | null, observations: Array<{ text: string }> | null } | null };

export type SeasonChartQueryVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;


export type SeasonChartQuery = { field: { indexSeries: Array<{ earthObservationId: string, acquiredAt: string, mean: number | null, p10: number | null, p90: number | null, cloudCover: { value: number }, source: { provenance: Provenance } }> | null } | null };

export type ImperialQueryVariables = Exact<{
  id: string;
}>;


export type ImperialQuery = { field: { weather: Array<{ temperatureMax: { value: number, unit: TemperatureUnit } | null, fahrenheit: { value: number, unit: TemperatureUnit } | null, precipitation: { value: number, unit: LengthUnit } | null, windSpeed: { value: number, unit: SpeedUnit } | null, growingDegreeDays: { value: number, unit: DegreeDayUnit, base: { value: number, unit: TemperatureUnit } | null } | null }> | null } | null };

export type SprayWindowQueryVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;


export type SprayWindowQuery = { field: { weather: Array<{ startsAt: string, granularity: Granularity, kind: WeatherKind, windSpeed: { value: number } | null, precipitation: { value: number } | null, temperatureMean: { value: number } | null }> | null } | null };

export type SincePlantingQueryVariables = Exact<{
  id: string;
  from: string;
  to?: string | null | undefined;
}>;


export type SincePlantingQuery = { field: { weatherSummary: { from: string, to: string, days: number, observedDays: number, missingDays: number, frostDays: number | null, provenances: Array<Provenance>, growingDegreeDays: { value: number, unit: DegreeDayUnit, method: DegreeDaysMethod | null, base: { value: number, unit: TemperatureUnit } | null, upper: { value: number } | null } | null, precipitation: { value: number, unit: LengthUnit } | null, et0: { value: number } | null, temperatureMin: { value: number } | null, temperatureMax: { value: number } | null } | null } | null };

export type NotesFeedQueryVariables = Exact<{
  id: string;
  first: number;
  after?: string | null | undefined;
  category?: ObservationCategory | null | undefined;
}>;


export type NotesFeedQuery = { field: { observationsConnection: { edges: Array<{ cursor: string, node: { id: string, category: ObservationCategory, observedAt: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null } | null };

export type OfflinePhoneMutationVariables = Exact<{
  input: AddObservationInput;
}>;


export type OfflinePhoneMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', replayed: boolean | null, observation: { id: string } }
    | { __typename: 'FieldNotFoundError' }
    | { __typename: 'ForbiddenError' }
    | { __typename: 'IdempotencyInProgressError' }
    | { __typename: 'IdempotencyKeyReusedError' }
    | { __typename: 'InvalidInputError', faults: Array<{ path: Array<string>, code: string, message: string }> }
    | { __typename: 'RateLimitedError' }
    | { __typename: 'UnauthenticatedError' }
   | null };

export type RefetchQueryVariables = Exact<{
  id: string;
}>;


export type RefetchQuery = { node: { id: string, latestWeather: { date: string | null } | null } | null };

export type EverythingQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type EverythingQuery = { fields: Array<{ id: string, weather: Array<{ date: string | null, temperatureMax: { value: number, unit: TemperatureUnit } | null }> | null, earthObservations: Array<{ id: string }> | null, observations: Array<{ id: string, text: string }> | null } | null> };

export type FiveAndTwentyQueryVariables = Exact<{
  id: string;
}>;


export type FiveAndTwentyQuery = { field: { five: Array<{ id: string }> | null, twenty: Array<{ id: string }> | null } | null };

export type AddWorstNoteMutationVariables = Exact<{
  input: AddObservationInput;
}>;


export type AddWorstNoteMutation = { addObservation:
    | { faults: Array<{ message: string }> }
    | Record<PropertyKey, never>
   | null };

export type WriteMutationVariables = Exact<{
  key: string;
  text: string;
}>;


export type WriteMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', replayed: boolean | null, observation: { id: string, text: string }, field: { observations: Array<{ id: string }> | null } }
    | { __typename: 'FieldNotFoundError', code: ErrorCode }
    | { __typename: 'ForbiddenError', code: ErrorCode }
    | { __typename: 'IdempotencyInProgressError', code: ErrorCode }
    | { __typename: 'IdempotencyKeyReusedError', code: ErrorCode }
    | { __typename: 'InvalidInputError', code: ErrorCode }
    | { __typename: 'RateLimitedError', code: ErrorCode }
    | { __typename: 'UnauthenticatedError', code: ErrorCode }
   | null };

export type NotesQueryVariables = Exact<{ [key: string]: never; }>;


export type NotesQuery = { field: { observations: Array<{ id: string, text: string }> | null } | null };

export type WrittenNotesQueryVariables = Exact<{
  id: string;
}>;


export type WrittenNotesQuery = { field: { observations: Array<{ id: string, text: string, observedAt: string, createdAt: string }> | null } | null };

export type MayQueryVariables = Exact<{ [key: string]: never; }>;


export type MayQuery = { field: { weather: Array<{ startsAt: string, kind: WeatherKind }> | null, latestWeather: { startsAt: string } | null, weatherSummary: { days: number, missingDays: number, precipitation: { value: number } | null } | null } | null };

export type MayAllQueryVariables = Exact<{ [key: string]: never; }>;


export type MayAllQuery = { field: { weather: Array<{ startsAt: string, kind: WeatherKind }> | null } | null };

export type DiseasesQueryVariables = Exact<{ [key: string]: never; }>;


export type DiseasesQuery = { field: { observations: Array<{ id: string }> | null } | null };

export type SharedCallQueryVariables = Exact<{
  last: SpanInput;
  next?: SpanInput | null | undefined;
}>;


export type SharedCallQuery = { field: { timezone: string | null, weather: Array<{ date: string | null }> | null, weatherSummary: { days: number } | null, weatherSummaries: Array<{ period: string | null, days: number, missingDays: number, precipitation: { value: number } | null }> | null, byDekad: Array<{ period: string | null }> | null, precipitationSpells: Array<{ kind: SpellKind, firstDate: string, lastDate: string, days: number, isStartKnown: boolean, isEndKnown: boolean }> | null, degreeDays: { missing: number, total: { value: number } | null } | null, ahead: { missing: number, days: Array<{ date: string, kind: WeatherKind, accumulated: number }> } | null, waterBalance: { missing: number, knownThrough: string | null, et0Methods: Array<Et0Method>, provenances: Array<Provenance>, readilyAvailableWater: { value: number }, days: Array<{ date: string, kind: WeatherKind, depletion: { value: number } | null }> } | null } | null };

export type ComputedBetweenQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type ComputedBetweenQuery = { field: { weatherSummaries: Array<{ period: string | null, days: number, missingDays: number, precipitation: { value: number } | null, growingDegreeDays: { value: number } | null }> | null, precipitationSpells: Array<{ kind: SpellKind, firstDate: string, lastDate: string, days: number, isStartKnown: boolean, isEndKnown: boolean }> | null, degreeDays: { missing: number, total: { value: number } | null, days: Array<{ date: string, kind: WeatherKind, accumulated: number }> } | null, waterBalance: { missing: number, knownThrough: string | null, days: Array<{ date: string, kind: WeatherKind, depletion: { value: number } | null }> } | null, timeline: Array<{ date: string, weather: { kind: WeatherKind, temperatureMax: { value: number } | null } | null }> | null } | null };

export type TimelineOfAllQueryVariables = Exact<{
  last?: SpanInput | null | undefined;
}>;


export type TimelineOfAllQuery = { field: { timeline: Array<{ date: string, weather: { localDate: string | null, kind: WeatherKind, temperatureMax: { value: number } | null } | null, observations: Array<{ id: string, observedAt: string }> | null, earthObservations: Array<{ acquiredAt: string, cloudCover: { value: number } }> | null }> | null } | null };

export type TimelineDatesQueryVariables = Exact<{ [key: string]: never; }>;


export type TimelineDatesQuery = { field: { timeline: Array<{ date: string }> | null } | null };

export type RefusedComputedQueryVariables = Exact<{ [key: string]: never; }>;


export type RefusedComputedQuery = { field: { degreeDays: { missing: number } | null, precipitationSpells: Array<{ days: number }> | null, waterBalance: { missing: number } | null, timeline: Array<{ date: string }> | null } | null };

export type CountedDaysQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type CountedDaysQuery = { field: { weatherSummary: { from: string, to: string, days: number, observedDays: number, missingDays: number, precipitation: { value: number } | null } | null, weatherSummaries: Array<{ period: string | null, isWhole: boolean, from: string, to: string, days: number, missingDays: number }> | null, precipitationSpells: Array<{ kind: SpellKind, firstDate: string, lastDate: string, days: number, isStartKnown: boolean, isEndKnown: boolean }> | null, degreeDays: { missing: number, days: Array<{ date: string, kind: WeatherKind, degreeDays: number | null }> } | null, waterBalance: { missing: number, knownThrough: string | null, days: Array<{ date: string, depletion: { value: number } | null }> } | null } | null };

export type CountedHoursQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type CountedHoursQuery = { field: { temperatureHours: { hours: number, missing: number } | null } | null };

export type SeasonInAnyOrderQueryVariables = Exact<{ [key: string]: never; }>;


export type SeasonInAnyOrderQuery = { field: { indexSeason: { area: number | null, change: number | null, changeDays: number | null, longestGapDays: number | null, clearScenes: number, missing: number, points: Array<{ earthObservationId: string, mean: number | null, earlierMean: number | null }>, peak: { earthObservationId: string } | null } | null, indexSeries: Array<{ earthObservationId: string, mean: number | null }> | null } | null };

export type SprayingInAnyOrderQueryVariables = Exact<{ [key: string]: never; }>;


export type SprayingInAnyOrderQuery = { field: { sprayConditions: { missing: number, windows: Array<{ from: string, to: string, hours: number }>, hours: Array<{ startsAt: string, kind: WeatherKind, verdict: SprayVerdict }> } | null, temperatureHours: { hours: number, missing: number, utahUnits: number | null } | null } | null };

export type DaysInAnyOrderQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type DaysInAnyOrderQuery = { field: { weatherSummary: { days: number, missingDays: number, precipitation: { value: number } | null } | null, weatherSummaries: Array<{ period: string | null, days: number, missingDays: number, precipitation: { value: number } | null }> | null, precipitationSpells: Array<{ kind: SpellKind, firstDate: string, lastDate: string, precipitation: { value: number } }> | null, degreeDays: { missing: number, total: { value: number } | null, days: Array<{ date: string, kind: WeatherKind, degreeDays: number | null }> } | null, timeline: Array<{ date: string, weather: { kind: WeatherKind, temperatureMax: { value: number } | null } | null }> | null } | null };

export type HappenedInAnyOrderQueryVariables = Exact<{ [key: string]: never; }>;


export type HappenedInAnyOrderQuery = { field: { timeline: Array<{ date: string, observations: Array<{ id: string }> | null, earthObservations: Array<{ id: string }> | null }> | null } | null };

export type IndexSeasonQueryVariables = Exact<{
  id?: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
  since?: string | null | undefined;
  maxCloudCover?: number | null | undefined;
  earlierYears?: number;
  floor?: number;
  gapDaysMax?: number;
}>;


export type IndexSeasonQuery = { field: { indexSeason: { clearScenes: number, missing: number, longestGapDays: number | null, area: number | null, change: number | null, changeDays: number | null, provenances: Array<Provenance>, points: Array<{ earthObservationId: string, acquiredAt: string, mean: number | null, earlierMean: number | null, earlierYears: number, difference: number | null }>, peak: { acquiredAt: string, mean: number | null } | null } | null } | null };

export type IndexSeasonBesideScenesQueryVariables = Exact<{ [key: string]: never; }>;


export type IndexSeasonBesideScenesQuery = { field: { indexSeason: { clearScenes: number, missing: number, provenances: Array<Provenance>, points: Array<{ earthObservationId: string }> } | null, evi: { clearScenes: number } | null, earthObservations: Array<{ id: string }> | null } | null };

export type SeattleYearQueryVariables = Exact<{
  by: Period;
}>;


export type SeattleYearQuery = { field: { weatherSummaries: Array<{ period: string | null, isWhole: boolean, days: number, missingDays: number, precipitationMissing: number, wetDays: number | null, frostDays: number | null, provenances: Array<Provenance>, precipitation: { value: number } | null, temperatureMin: { value: number } | null, temperatureMax: { value: number } | null, growingDegreeDays: { value: number } | null }> | null, weatherSummary: { wetDays: number | null, days: number, isWhole: boolean, period: string | null } | null } | null };

export type SeattleSeasonQueryVariables = Exact<{
  method: DegreeDaysMethod;
  targets?: Array<DegreeDayTargetInput> | DegreeDayTargetInput | null | undefined;
}>;


export type SeattleSeasonQuery = { field: { degreeDays: { missing: number, provenances: Array<Provenance>, total: { value: number, unit: DegreeDayUnit, method: DegreeDaysMethod | null, base: { value: number } | null, upper: { value: number } | null } | null, days: Array<{ date: string, kind: WeatherKind, accumulated: number }>, targets: Array<{ degreeDays: number, reachedOn: string | null, kind: WeatherKind | null, isAtLatest: boolean, remaining: number }> } | null } | null };

export type SeattleSpellsQueryVariables = Exact<{
  unit: LengthUnit;
  wetDayMin: number;
}>;


export type SeattleSpellsQuery = { field: { precipitationSpells: Array<{ kind: SpellKind, firstDate: string, lastDate: string, days: number, isStartKnown: boolean, isEndKnown: boolean, provenances: Array<Provenance>, precipitation: { value: number, unit: LengthUnit } }> | null } | null };

export type PartOfAWindowQueryVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;


export type PartOfAWindowQuery = { field: { weatherSummary: { days: number, observedDays: number, missingDays: number, precipitation: { value: number } | null, growingDegreeDays: { value: number } | null } | null, weatherSummaries: Array<{ period: string | null, isWhole: boolean, days: number, observedDays: number, missingDays: number, precipitation: { value: number } | null }> | null, precipitationSpells: Array<{ kind: SpellKind, firstDate: string, lastDate: string, days: number, precipitation: { value: number } }> | null, degreeDays: { missing: number, total: { value: number } | null, days: Array<{ date: string, kind: WeatherKind, degreeDays: number | null }> } | null, temperatureHours: { hours: number, missing: number, frostHours: number | null } | null } | null };

export type SprayConditionsQueryVariables = Exact<{
  id?: string;
  next?: SpanInput | null | undefined;
  rules?: SprayRulesInput | null | undefined;
}>;


export type SprayConditionsQuery = { field: { sprayConditions: { missing: number, provenances: Array<Provenance>, hours: Array<{ startsAt: string, startsAtLocal: string | null, kind: WeatherKind, verdict: SprayVerdict, deltaT: number | null, rules: Array<{ rule: SprayRule, outcome: RuleOutcome, value: number | null, limit: number | null, reason: string }> }>, windows: Array<{ from: string, to: string, hours: number }> } | null } | null };

export type SprayByDefaultQueryVariables = Exact<{ [key: string]: never; }>;


export type SprayByDefaultQuery = { field: { sprayConditions: { missing: number, hours: Array<{ verdict: SprayVerdict, rules: Array<{ rule: SprayRule }> }> } | null } | null };

export type TemperatureHoursQueryVariables = Exact<{
  from: string;
  to: string;
  frostBelow?: number;
  heatAbove?: number;
  unit?: TemperatureUnit;
}>;


export type TemperatureHoursQuery = { field: { temperatureHours: { hours: number, missing: number, frostHours: number | null, heatHours: number | null, chillingHours: number | null, utahUnits: number | null, chillPortions: number | null, provenances: Array<Provenance> } | null } | null };

export type TemperatureHoursBesideHoursQueryVariables = Exact<{ [key: string]: never; }>;


export type TemperatureHoursBesideHoursQuery = { field: { temperatureHours: { hours: number, missing: number, chillPortions: number | null, provenances: Array<Provenance> } | null, hourly: Array<{ startsAt: string }> | null, lastHours: { hours: number, missing: number } | null } | null };

export type ThresholdsLeftOutQueryVariables = Exact<{
  unit: TemperatureUnit;
  length: LengthUnit;
}>;


export type ThresholdsLeftOutQuery = { field: { degreeDays: { total: { unit: DegreeDayUnit, base: { value: number } | null, upper: { value: number } | null } | null } | null, weatherSummary: { growingDegreeDays: { value: number, base: { value: number } | null, upper: { value: number } | null } | null } | null, weatherSummaries: Array<{ growingDegreeDays: { base: { value: number } | null, upper: { value: number } | null } | null }> | null, precipitationSpells: Array<{ kind: SpellKind, firstDate: string, days: number }> | null, temperatureHours: { frostHours: number | null, heatHours: number | null } | null } | null };

export type HalfOfTheThresholdsQueryVariables = Exact<{ [key: string]: never; }>;


export type HalfOfTheThresholdsQuery = { field: { degreeDays: { total: { base: { value: number } | null, upper: { value: number } | null } | null } | null } | null };

export type TimelineOfNotesQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type TimelineOfNotesQuery = { field: { timeline: Array<{ date: string, observations: Array<{ id: string }> | null }> | null } | null };

export type TwelveComputedFieldsQueryVariables = Exact<{ [key: string]: never; }>;


export type TwelveComputedFieldsQuery = { field: { timezone: string | null, weatherSummary: { days: number } | null, weatherSummaries: Array<{ period: string | null }> | null, byMonth: Array<{ period: string | null }> | null, precipitationSpells: Array<{ kind: SpellKind }> | null, degreeDays: { missing: number } | null, waterBalance: { missing: number } | null, temperatureHours: { hours: number } | null, sprayConditions: { missing: number } | null, indexSeries: Array<{ mean: number | null }> | null, indexSeason: { clearScenes: number } | null, timeline: Array<{ date: string, weather: { date: string | null } | null, observations: Array<{ id: string }> | null, earthObservations: Array<{ id: string }> | null }> | null } | null };

export type ComputedOfUnknownQueryVariables = Exact<{ [key: string]: never; }>;


export type ComputedOfUnknownQuery = { field: { weatherSummaries: Array<{ days: number, missingDays: number, isWhole: boolean, wetDays: number | null, precipitationMissing: number, et0Missing: number, growingDegreeDaysMissing: number, frostDaysMissing: number, precipitationLessEt0Missing: number, precipitation: { value: number } | null, precipitationLessEt0: { value: number } | null }> | null, precipitationSpells: Array<{ kind: SpellKind, firstDate: string, lastDate: string, days: number, isStartKnown: boolean, isEndKnown: boolean, provenances: Array<Provenance> }> | null, degreeDays: { missing: number, provenances: Array<Provenance>, days: Array<{ date: string, degreeDays: number | null, accumulated: number, missing: number }>, targets: Array<{ reachedOn: string | null, isAtLatest: boolean, remaining: number }>, total: { value: number } | null } | null, waterBalance: { missing: number, knownThrough: string | null, exceedsReadilyAvailableOn: string | null, et0Methods: Array<Et0Method>, provenances: Array<Provenance>, days: Array<{ date: string, stressCoefficient: number | null, depletion: { value: number } | null, deepPercolation: { value: number } | null }> } | null } | null };

export type FieldPageQueryVariables = Exact<{
  id: string;
}>;


export type FieldPageQuery = { field: { id: string, weather: Array<{ date: string | null, temperatureMax: { value: number, unit: TemperatureUnit } | null, precipitation: { value: number, unit: LengthUnit } | null, source: { name: string, provenance: Provenance, derived: Array<string> }, soil: Array<{ depthFrom: { value: number } }> }> | null, earthObservations: Array<{ id: string, cloudCover: { value: number, unit: FractionUnit }, index: { mean: number | null } | null }> | null, observations: Array<{ id: string, text: string, category: ObservationCategory, tags: Array<string>, photos: Array<{ href: string }> }> | null } | null };

export type DashboardQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type DashboardQuery = { fields: Array<{ id: string, weather: Array<{ date: string | null }> | null, earthObservations: Array<{ id: string }> | null, observations: Array<{ id: string }> | null } | null> };

export type KnownQueryVariables = Exact<{
  id: string;
  ids: Array<string> | string;
}>;


export type KnownQuery = { field: { __typename: 'Field', id: string } | null, fields: Array<{ id: string } | null>, node: { __typename: 'Field', id: string } | null, nodes: Array<{ __typename: 'Field', id: string } | null> };

export type IdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type IdsQuery = { fields: Array<{ id: string } | null> };

export type NodesQueryVariables = Exact<{ [key: string]: never; }>;


export type NodesQuery = { node: { __typename: 'Field', id: string, weather: Array<{ date: string | null }> | null } | null, other: { id: string } | null, nodes: Array<{ id: string } | null> };

export type TwoLimitsQueryVariables = Exact<{ [key: string]: never; }>;


export type TwoLimitsQuery = { field: { five: Array<{ id: string }> | null, twenty: Array<{ id: string }> | null } | null };

export type BadLimitQueryVariables = Exact<{ [key: string]: never; }>;


export type BadLimitQuery = { field: { observations: Array<{ id: string }> | null, weather: Array<{ date: string | null }> | null } | null };

export type MeasuresQueryVariables = Exact<{ [key: string]: never; }>;


export type MeasuresQuery = { field: { weather: Array<{ condition: WeatherCondition | null, temperatureMax: { value: number, unit: TemperatureUnit } | null, fahrenheit: { value: number, unit: TemperatureUnit } | null, growingDegreeDays: { value: number, unit: DegreeDayUnit, method: DegreeDaysMethod | null, base: { value: number, unit: TemperatureUnit } | null } | null }> | null } | null };

export type AsCameQueryVariables = Exact<{ [key: string]: never; }>;


export type AsCameQuery = { field: { weather: Array<{ condition: WeatherCondition | null, kind: WeatherKind, temperatureMax: { value: number, unit: TemperatureUnit } | null }> | null, observations: Array<{ id: string }> | null } | null };

export type UnknownUnitQueryVariables = Exact<{
  unit?: TemperatureUnit | null | undefined;
}>;


export type UnknownUnitQuery = { field: { weather: Array<{ temperatureMax: { value: number } | null }> | null } | null };

export type UnitAloneQueryVariables = Exact<{
  unit?: LengthUnit | null | undefined;
}>;


export type UnitAloneQuery = { field: { weather: Array<{ precipitation: { unit: LengthUnit } | null }> | null } | null };

export type AddNoteMutationVariables = Exact<{
  input: AddObservationInput;
}>;


export type AddNoteMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', replayed: boolean | null, observation: { id: string, fieldId: string }, field: { observations: Array<{ id: string }> | null } }
    | { __typename: 'FieldNotFoundError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyInProgressError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyKeyReusedError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null, faults: Array<{ path: Array<string>, code: string, message: string }> }
    | { __typename: 'RateLimitedError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'UnauthenticatedError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
   | null };

export type AddTwiceMutationVariables = Exact<{
  first: AddObservationInput;
  second: AddObservationInput;
}>;


export type AddTwiceMutation = { first:
    | { __typename: 'AddObservationSuccess' }
    | { __typename: 'FieldNotFoundError' }
    | { __typename: 'ForbiddenError' }
    | { __typename: 'IdempotencyInProgressError' }
    | { __typename: 'IdempotencyKeyReusedError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'RateLimitedError' }
    | { __typename: 'UnauthenticatedError' }
   | null, second:
    | { __typename: 'AddObservationSuccess' }
    | { __typename: 'FieldNotFoundError' }
    | { __typename: 'ForbiddenError' }
    | { __typename: 'IdempotencyInProgressError' }
    | { __typename: 'IdempotencyKeyReusedError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'RateLimitedError' }
    | { __typename: 'UnauthenticatedError' }
   | null };

export type AddAndReadMutationVariables = Exact<{
  first: AddObservationInput;
  second: AddObservationInput;
}>;


export type AddAndReadMutation = { first:
    | { field: { observations: Array<{ id: string }> | null } }
    | Record<PropertyKey, never>
   | null, second:
    | { field: { observations: Array<{ id: string }> | null } }
    | Record<PropertyKey, never>
   | null };

export type LastQueryVariables = Exact<{
  last: SpanInput;
}>;


export type LastQuery = { field: { timezone: string | null, weather: Array<{ startsAtLocal: string | null, localDate: string | null, date: string | null, startsAt: string }> | null } | null };

export type EveryWindowQueryVariables = Exact<{ [key: string]: never; }>;


export type EveryWindowQuery = { field: { timezone: string | null, weather: Array<{ date: string | null }> | null, weatherSummary: { days: number, missingDays: number } | null, earthObservations: Array<{ acquiredAt: string }> | null, indexSeries: Array<{ acquiredAt: string }> | null } | null };

export type SinceQueryVariables = Exact<{ [key: string]: never; }>;


export type SinceQuery = { field: { weather: Array<{ localDate: string | null }> | null, weatherSummary: { days: number } | null, earthObservations: Array<{ acquiredAt: string }> | null, observations: Array<{ observedAt: string }> | null } | null };

export type LastNotesQueryVariables = Exact<{ [key: string]: never; }>;


export type LastNotesQuery = { field: { observations: Array<{ observedAt: string }> | null } | null };

export type TimezoneAloneQueryVariables = Exact<{ [key: string]: never; }>;


export type TimezoneAloneQuery = { fields: Array<{ timezone: string | null } | null> };

export type RefusedWindowQueryVariables = Exact<{ [key: string]: never; }>;


export type RefusedWindowQuery = { field: { weather: Array<{ date: string | null }> | null, earthObservations: Array<{ id: string }> | null } | null };

export type NotesOfSilentListQueryVariables = Exact<{ [key: string]: never; }>;


export type NotesOfSilentListQuery = { field: { observations: Array<{ id: string }> | null } | null };

export type DaysAfterSilentListQueryVariables = Exact<{ [key: string]: never; }>;


export type DaysAfterSilentListQuery = { field: { timezone: string | null, weather: Array<{ date: string | null }> | null } | null };

export type SinceBesideSilentListQueryVariables = Exact<{ [key: string]: never; }>;


export type SinceBesideSilentListQuery = { field: { timezone: string | null, observations: Array<{ id: string }> | null, weather: Array<{ date: string | null }> | null } | null };

export type LastDaysOfLesserServiceQueryVariables = Exact<{ [key: string]: never; }>;


export type LastDaysOfLesserServiceQuery = { field: { weather: Array<{ date: string | null }> | null, weatherSummary: { days: number, missingDays: number } | null, earthObservations: Array<{ id: string }> | null, timeline: Array<{ date: string, observations: Array<{ id: string }> | null, earthObservations: Array<{ id: string }> | null, weather: { date: string | null } | null }> | null } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const WindowedWeatherDocument = new TypedDocumentString(`
    query WindowedWeather($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_demo_05") {
    weather(from: $from, to: $to) {
      startsAt
      kind
      temperatureMax {
        value
        unit
      }
    }
    observed: weather(from: $from, to: $to, kind: OBSERVED) {
      startsAt
      kind
    }
    hourly: weather(from: $from, to: $to, granularity: HOURLY) {
      startsAt
      granularity
    }
  }
}
    `) as unknown as TypedDocumentString<WindowedWeatherQuery, WindowedWeatherQueryVariables>;
export const LatestOfAllDocument = new TypedDocumentString(`
    query LatestOfAll {
  fields(ids: ["fld_demo_05", "fld_demo_59", "fld_demo_60"]) {
    id
    latestWeather {
      startsAt
      kind
    }
    latestEarthObservation(maxCloudCover: 20) {
      id
    }
    latestObservation {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<LatestOfAllQuery, LatestOfAllQueryVariables>;
export const WindowedScenesDocument = new TypedDocumentString(`
    query WindowedScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_demo_05") {
    earthObservations(from: $from, to: $to, maxCloudCover: 30, order: DESC) {
      id
      acquiredAt
    }
    indexSeries(name: NDVI, from: $from, to: $to) {
      earthObservationId
      mean
    }
  }
}
    `) as unknown as TypedDocumentString<WindowedScenesQuery, WindowedScenesQueryVariables>;
export const SummaryDocument = new TypedDocumentString(`
    query Summary($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_demo_05") {
    weatherSummary(from: $from, to: $to) {
      days
      missingDays
      growingDegreeDays {
        value
      }
      precipitation {
        value
      }
      frostDays
    }
  }
}
    `) as unknown as TypedDocumentString<SummaryQuery, SummaryQueryVariables>;
export const ComputedFromHoursDocument = new TypedDocumentString(`
    query ComputedFromHours {
  field(id: "fld_demo_05") {
    temperatureHours(last: { hours: 240 }) {
      hours
      missing
      frostHours
      heatHours
      chillingHours
      utahUnits
      chillPortions
      provenances
    }
    sprayConditions {
      hours {
        startsAt
        kind
        verdict
        deltaT
        rules {
          rule
          outcome
          value
          limit
          reason
        }
      }
      windows {
        from
        to
        hours
      }
      missing
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<ComputedFromHoursQuery, ComputedFromHoursQueryVariables>;
export const ComputedFromScenesDocument = new TypedDocumentString(`
    query ComputedFromScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_demo_05") {
    indexSeason(name: NDVI, from: $from, to: $to) {
      points {
        acquiredAt
        mean
      }
      peak {
        acquiredAt
      }
      area
      change
      changeDays
      longestGapDays
      clearScenes
      missing
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<ComputedFromScenesQuery, ComputedFromScenesQueryVariables>;
export const FilteredNotesDocument = new TypedDocumentString(`
    query FilteredNotes($to: DateOrDateTime!) {
  field(id: "fld_demo_05") {
    newest: observations(limit: 3) {
      id
    }
    filtered: observations(limit: 5, category: GROWTH_STAGE) {
      id
      category
    }
    before: observations(limit: 5, to: $to) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<FilteredNotesQuery, FilteredNotesQueryVariables>;
export const PageDocument = new TypedDocumentString(`
    query Page($first: Int!, $after: String) {
  field(id: "fld_demo_05") {
    observationsConnection(first: $first, after: $after) {
      edges {
        cursor
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PageQuery, PageQueryVariables>;
export const DefaultsDocument = new TypedDocumentString(`
    query Defaults {
  field(id: "fld_demo_05") {
    weather {
      startsAt
      granularity
    }
    earthObservations {
      acquiredAt
    }
    observations {
      observedAt
    }
  }
}
    `) as unknown as TypedDocumentString<DefaultsQuery, DefaultsQueryVariables>;
export const SeveralFieldsDashboardDocument = new TypedDocumentString(`
    query SeveralFieldsDashboard($ids: [ID!]!) {
  fields(ids: $ids) {
    id
    weather {
      startsAt
      kind
      temperatureMax {
        value
        unit
      }
    }
    earthObservations {
      id
      acquiredAt
      cloudCover {
        value
      }
    }
    observations(limit: 5) {
      id
      text
    }
  }
}
    `) as unknown as TypedDocumentString<SeveralFieldsDashboardQuery, SeveralFieldsDashboardQueryVariables>;
export const SeveralFieldsVarietyDocument = new TypedDocumentString(`
    query SeveralFieldsVariety($from: DateOrDateTime!, $to: DateOrDateTime!, $category: ObservationCategory) {
  fields(
    ids: ["fld_demo_01", "fld_demo_02", "fld_nowhere", "fld_demo_59", "fld_demo_60"]
  ) {
    id
    hourly: weather(from: $from, to: $to, granularity: HOURLY) {
      startsAt
      windSpeed {
        value
      }
    }
    observed: weather(from: $from, to: $to, kind: OBSERVED) {
      startsAt
      kind
    }
    clear: earthObservations(maxCloudCover: 20, order: DESC) {
      id
    }
    filtered: observations(limit: 3, category: $category) {
      id
      category
    }
    observationsConnection(first: 2) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          id
        }
      }
    }
    latestWeather {
      startsAt
    }
    latestObservation {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SeveralFieldsVarietyQuery, SeveralFieldsVarietyQueryVariables>;
export const DashboardOfFieldsDocument = new TypedDocumentString(`
    query DashboardOfFields($ids: [ID!]!) {
  fields(ids: $ids) {
    id
    latestWeather {
      date
      kind
      temperatureMax {
        value
        unit
      }
    }
    latestEarthObservation(maxCloudCover: 60) {
      acquiredAt
      cloudCover {
        value
      }
      index(name: NDVI) {
        mean
      }
    }
    latestObservation {
      observedAt
      text
    }
  }
}
    `) as unknown as TypedDocumentString<DashboardOfFieldsQuery, DashboardOfFieldsQueryVariables>;
export const WholeFieldPageDocument = new TypedDocumentString(`
    query WholeFieldPage($id: ID!) {
  field(id: $id) {
    id
    weather {
      date
    }
    earthObservations {
      acquiredAt
    }
    observations {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<WholeFieldPageQuery, WholeFieldPageQueryVariables>;
export const SeasonChartDocument = new TypedDocumentString(`
    query SeasonChart($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: $id) {
    indexSeries(name: NDVI, from: $from, to: $to) {
      earthObservationId
      acquiredAt
      cloudCover {
        value
      }
      mean
      p10
      p90
      source {
        provenance
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SeasonChartQuery, SeasonChartQueryVariables>;
export const ImperialDocument = new TypedDocumentString(`
    query Imperial($id: ID!) {
  field(id: $id) {
    weather(kind: OBSERVED) {
      temperatureMax {
        value
        unit
      }
      fahrenheit: temperatureMax(unit: FAHRENHEIT) {
        value
        unit
      }
      precipitation(unit: INCH) {
        value
        unit
      }
      windSpeed(unit: MILE_PER_HOUR) {
        value
        unit
      }
      growingDegreeDays(unit: FAHRENHEIT_DAY) {
        value
        unit
        base(unit: FAHRENHEIT) {
          value
          unit
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ImperialQuery, ImperialQueryVariables>;
export const SprayWindowDocument = new TypedDocumentString(`
    query SprayWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: $id) {
    weather(from: $from, to: $to, granularity: HOURLY, kind: FORECAST) {
      startsAt
      granularity
      kind
      windSpeed(unit: KILOMETRE_PER_HOUR) {
        value
      }
      precipitation {
        value
      }
      temperatureMean {
        value
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SprayWindowQuery, SprayWindowQueryVariables>;
export const SincePlantingDocument = new TypedDocumentString(`
    query SincePlanting($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime) {
  field(id: $id) {
    weatherSummary(from: $from, to: $to) {
      from
      to
      days
      observedDays
      missingDays
      growingDegreeDays {
        value
        unit
        base {
          value
          unit
        }
        upper {
          value
        }
        method
      }
      precipitation {
        value
        unit
      }
      et0 {
        value
      }
      frostDays
      temperatureMin {
        value
      }
      temperatureMax {
        value
      }
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<SincePlantingQuery, SincePlantingQueryVariables>;
export const NotesFeedDocument = new TypedDocumentString(`
    query NotesFeed($id: ID!, $first: Int!, $after: String, $category: ObservationCategory) {
  field(id: $id) {
    observationsConnection(first: $first, after: $after, category: $category) {
      edges {
        cursor
        node {
          id
          category
          observedAt
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NotesFeedQuery, NotesFeedQueryVariables>;
export const OfflinePhoneDocument = new TypedDocumentString(`
    mutation OfflinePhone($input: AddObservationInput!) {
  addObservation(input: $input) {
    __typename
    ... on AddObservationSuccess {
      replayed
      observation {
        id
      }
    }
    ... on InvalidInputError {
      faults {
        path
        code
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<OfflinePhoneMutation, OfflinePhoneMutationVariables>;
export const RefetchDocument = new TypedDocumentString(`
    query Refetch($id: ID!) {
  node(id: $id) {
    id
    ... on Field {
      latestWeather {
        date
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RefetchQuery, RefetchQueryVariables>;
export const EverythingDocument = new TypedDocumentString(`
    query Everything($ids: [ID!]!) {
  fields(ids: $ids) {
    id
    weather {
      date
      temperatureMax {
        value
        unit
      }
    }
    earthObservations {
      id
    }
    observations(limit: 5) {
      id
      text
    }
  }
}
    `) as unknown as TypedDocumentString<EverythingQuery, EverythingQueryVariables>;
export const FiveAndTwentyDocument = new TypedDocumentString(`
    query FiveAndTwenty($id: ID!) {
  field(id: $id) {
    five: observations(limit: 5) {
      id
    }
    twenty: observations(limit: 20) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<FiveAndTwentyQuery, FiveAndTwentyQueryVariables>;
export const AddWorstNoteDocument = new TypedDocumentString(`
    mutation AddWorstNote($input: AddObservationInput!) {
  addObservation(input: $input) {
    ... on InvalidInputError {
      faults {
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AddWorstNoteMutation, AddWorstNoteMutationVariables>;
export const WriteDocument = new TypedDocumentString(`
    mutation Write($key: String!, $text: String!) {
  addObservation(
    input: { idempotencyKey: $key, fieldId: "fld_demo_60", text: $text }
  ) {
    __typename
    ... on AddObservationSuccess {
      replayed
      observation {
        id
        text
      }
      field {
        observations(limit: 100) {
          id
        }
      }
    }
    ... on UserError {
      code
    }
  }
}
    `) as unknown as TypedDocumentString<WriteMutation, WriteMutationVariables>;
export const NotesDocument = new TypedDocumentString(`
    query Notes {
  field(id: "fld_demo_60") {
    observations(limit: 100) {
      id
      text
    }
  }
}
    `) as unknown as TypedDocumentString<NotesQuery, NotesQueryVariables>;
export const WrittenNotesDocument = new TypedDocumentString(`
    query WrittenNotes($id: ID!) {
  field(id: $id) {
    observations(limit: 100) {
      id
      text
      observedAt
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<WrittenNotesQuery, WrittenNotesQueryVariables>;
export const MayDocument = new TypedDocumentString(`
    query May {
  field(id: "fld_a") {
    weather(
      from: "2026-05-02T00:00:00Z"
      to: "2026-05-04T00:00:00Z"
      kind: OBSERVED
    ) {
      startsAt
      kind
    }
    latestWeather {
      startsAt
    }
    weatherSummary(from: "2026-05-02T00:00:00Z", to: "2026-05-04T00:00:00Z") {
      days
      missingDays
      precipitation {
        value
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MayQuery, MayQueryVariables>;
export const MayAllDocument = new TypedDocumentString(`
    query MayAll {
  field(id: "fld_a") {
    weather(from: "2026-05-01T00:00:00Z", to: "2026-05-05T00:00:00Z") {
      startsAt
      kind
    }
  }
}
    `) as unknown as TypedDocumentString<MayAllQuery, MayAllQueryVariables>;
export const DiseasesDocument = new TypedDocumentString(`
    query Diseases {
  field(id: "fld_a") {
    observations(limit: 2, category: DISEASE) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<DiseasesQuery, DiseasesQueryVariables>;
export const SharedCallDocument = new TypedDocumentString(`
    query SharedCall($last: SpanInput!, $next: SpanInput) {
  field(id: "fld_demo_01") {
    timezone
    weather(last: $last) {
      date
    }
    weatherSummary(last: $last) {
      days
    }
    weatherSummaries(by: WEEK, last: $last) {
      period
      days
      missingDays
      precipitation {
        value
      }
    }
    byDekad: weatherSummaries(by: DEKAD, last: $last) {
      period
    }
    precipitationSpells(last: $last) {
      kind
      firstDate
      lastDate
      days
      isStartKnown
      isEndKnown
    }
    degreeDays(last: $last) {
      missing
      total {
        value
      }
    }
    ahead: degreeDays(last: $last, next: $next) {
      missing
      days {
        date
        kind
        accumulated
      }
    }
    waterBalance(
      last: $last
      next: $next
      soil: { totalAvailableWater: 120, initialDepletion: 40 }
      crop: [{ date: "2026-01-01", kc: 0.9 }, { date: "2026-12-31", kc: 1.1 }]
    ) {
      missing
      knownThrough
      et0Methods
      provenances
      readilyAvailableWater {
        value
      }
      days {
        date
        kind
        depletion {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SharedCallQuery, SharedCallQueryVariables>;
export const ComputedBetweenDocument = new TypedDocumentString(`
    query ComputedBetween($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_demo_01") {
    weatherSummaries(by: MONTH, from: $from, to: $to) {
      period
      days
      missingDays
      precipitation {
        value
      }
      growingDegreeDays {
        value
      }
    }
    precipitationSpells(from: $from, to: $to) {
      kind
      firstDate
      lastDate
      days
      isStartKnown
      isEndKnown
    }
    degreeDays(from: $from, to: $to) {
      missing
      total {
        value
      }
      days {
        date
        kind
        accumulated
      }
    }
    waterBalance(
      from: $from
      to: $to
      soil: { totalAvailableWater: 120, initialDepletion: 40 }
      crop: [{ date: "2020-01-01", kc: 1 }, { date: "2120-01-01", kc: 1 }]
    ) {
      missing
      knownThrough
      days {
        date
        kind
        depletion {
          value
        }
      }
    }
    timeline(from: $from, to: $to) {
      date
      weather {
        kind
        temperatureMax {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ComputedBetweenQuery, ComputedBetweenQueryVariables>;
export const TimelineOfAllDocument = new TypedDocumentString(`
    query TimelineOfAll($last: SpanInput) {
  field(id: "fld_demo_01") {
    timeline(last: $last) {
      date
      weather {
        localDate
        kind
        temperatureMax {
          value
        }
      }
      observations {
        id
        observedAt
      }
      earthObservations {
        acquiredAt
        cloudCover {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TimelineOfAllQuery, TimelineOfAllQueryVariables>;
export const TimelineDatesDocument = new TypedDocumentString(`
    query TimelineDates {
  field(id: "fld_demo_01") {
    timeline(last: { days: 3 }, next: { days: 2 }) {
      date
    }
  }
}
    `) as unknown as TypedDocumentString<TimelineDatesQuery, TimelineDatesQueryVariables>;
export const RefusedComputedDocument = new TypedDocumentString(`
    query RefusedComputed {
  field(id: "fld_demo_01") {
    degreeDays(targets: [{ degreeDays: 0 }]) {
      missing
    }
    precipitationSpells(wetDayMin: 0) {
      days
    }
    waterBalance(
      soil: { totalAvailableWater: 10, initialDepletion: 20 }
      crop: [{ date: "2026-05-02", kc: 1 }, { date: "2026-05-01", kc: 3 }]
    ) {
      missing
    }
    timeline(from: "2026-05-02", to: "2026-05-02") {
      date
    }
  }
}
    `) as unknown as TypedDocumentString<RefusedComputedQuery, RefusedComputedQueryVariables>;
export const CountedDaysDocument = new TypedDocumentString(`
    query CountedDays($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_a") {
    weatherSummary(from: $from, to: $to) {
      from
      to
      days
      observedDays
      missingDays
      precipitation {
        value
      }
    }
    weatherSummaries(by: MONTH, from: $from, to: $to) {
      period
      isWhole
      from
      to
      days
      missingDays
    }
    precipitationSpells(from: $from, to: $to) {
      kind
      firstDate
      lastDate
      days
      isStartKnown
      isEndKnown
    }
    degreeDays(from: $from, to: $to) {
      missing
      days {
        date
        kind
        degreeDays
      }
    }
    waterBalance(
      from: $from
      to: $to
      soil: { totalAvailableWater: 100, initialDepletion: 10 }
      crop: [{ date: "2020-01-01", kc: 1 }, { date: "2030-01-01", kc: 1 }]
    ) {
      missing
      knownThrough
      days {
        date
        depletion {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CountedDaysQuery, CountedDaysQueryVariables>;
export const CountedHoursDocument = new TypedDocumentString(`
    query CountedHours($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_a") {
    temperatureHours(from: $from, to: $to) {
      hours
      missing
    }
  }
}
    `) as unknown as TypedDocumentString<CountedHoursQuery, CountedHoursQueryVariables>;
export const SeasonInAnyOrderDocument = new TypedDocumentString(`
    query SeasonInAnyOrder {
  field(id: "fld_a") {
    indexSeason(name: NDVI, from: "2026-04-01", to: "2026-06-01", earlierYears: 1) {
      points {
        earthObservationId
        mean
        earlierMean
      }
      area
      change
      changeDays
      longestGapDays
      peak {
        earthObservationId
      }
      clearScenes
      missing
    }
    indexSeries(name: NDVI, from: "2026-04-01", to: "2026-06-01") {
      earthObservationId
      mean
    }
  }
}
    `) as unknown as TypedDocumentString<SeasonInAnyOrderQuery, SeasonInAnyOrderQueryVariables>;
export const SprayingInAnyOrderDocument = new TypedDocumentString(`
    query SprayingInAnyOrder {
  field(id: "fld_a") {
    sprayConditions(
      next: { hours: 12 }
      rules: { dryHours: 1, daylightMarginHours: 1 }
    ) {
      missing
      windows {
        from
        to
        hours
      }
      hours {
        startsAt
        kind
        verdict
      }
    }
    temperatureHours(from: "2026-06-10T00:00:00Z", to: "2026-06-10T10:00:00Z") {
      hours
      missing
      utahUnits
    }
  }
}
    `) as unknown as TypedDocumentString<SprayingInAnyOrderQuery, SprayingInAnyOrderQueryVariables>;
export const DaysInAnyOrderDocument = new TypedDocumentString(`
    query DaysInAnyOrder($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_a") {
    weatherSummary(from: $from, to: $to) {
      days
      missingDays
      precipitation {
        value
      }
    }
    weatherSummaries(by: WEEK, from: $from, to: $to) {
      period
      days
      missingDays
      precipitation {
        value
      }
    }
    precipitationSpells(from: $from, to: $to) {
      kind
      firstDate
      lastDate
      precipitation {
        value
      }
    }
    degreeDays(from: $from, to: $to) {
      missing
      total {
        value
      }
      days {
        date
        kind
        degreeDays
      }
    }
    timeline(from: $from, to: $to) {
      date
      weather {
        kind
        temperatureMax {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DaysInAnyOrderQuery, DaysInAnyOrderQueryVariables>;
export const HappenedInAnyOrderDocument = new TypedDocumentString(`
    query HappenedInAnyOrder {
  field(id: "fld_a") {
    timeline(from: "2026-05-01", to: "2026-05-05") {
      date
      observations {
        id
      }
      earthObservations {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HappenedInAnyOrderQuery, HappenedInAnyOrderQueryVariables>;
export const IndexSeasonDocument = new TypedDocumentString(`
    query IndexSeason($id: ID! = "fld_a", $from: DateOrDateTime, $to: DateOrDateTime, $since: MonthDay, $maxCloudCover: Float = 20, $earlierYears: Int! = 0, $floor: Float! = 0, $gapDaysMax: Int! = 30) {
  field(id: $id) {
    indexSeason(
      name: NDVI
      from: $from
      to: $to
      since: $since
      maxCloudCover: $maxCloudCover
      earlierYears: $earlierYears
      floor: $floor
      gapDaysMax: $gapDaysMax
    ) {
      points {
        earthObservationId
        acquiredAt
        mean
        earlierMean
        earlierYears
        difference
      }
      clearScenes
      missing
      longestGapDays
      peak {
        acquiredAt
        mean
      }
      area
      change
      changeDays
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<IndexSeasonQuery, IndexSeasonQueryVariables>;
export const IndexSeasonBesideScenesDocument = new TypedDocumentString(`
    query IndexSeasonBesideScenes {
  field(id: "fld_demo_01") {
    indexSeason(name: NDVI, last: { days: 180 }) {
      points {
        earthObservationId
      }
      clearScenes
      missing
      provenances
    }
    evi: indexSeason(name: EVI, last: { days: 180 }, maxCloudCover: 60) {
      clearScenes
    }
    earthObservations(last: { days: 180 }) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<IndexSeasonBesideScenesQuery, IndexSeasonBesideScenesQueryVariables>;
export const SeattleYearDocument = new TypedDocumentString(`
    query SeattleYear($by: Period!) {
  field(id: "fld_demo_01") {
    weatherSummaries(by: $by, from: "2014-01-01", to: "2015-01-01") {
      period
      isWhole
      days
      missingDays
      precipitation {
        value
      }
      precipitationMissing
      wetDays
      frostDays
      temperatureMin {
        value
      }
      temperatureMax {
        value
      }
      growingDegreeDays {
        value
      }
      provenances
    }
    weatherSummary(from: "2014-01-01", to: "2015-01-01") {
      wetDays
      days
      isWhole
      period
    }
  }
}
    `) as unknown as TypedDocumentString<SeattleYearQuery, SeattleYearQueryVariables>;
export const SeattleSeasonDocument = new TypedDocumentString(`
    query SeattleSeason($method: DegreeDaysMethod!, $targets: [DegreeDayTargetInput!]) {
  field(id: "fld_demo_01") {
    degreeDays(
      method: $method
      targets: $targets
      from: "2014-04-15"
      to: "2014-10-01"
    ) {
      total {
        value
        unit
        method
        base {
          value
        }
        upper {
          value
        }
      }
      missing
      days {
        date
        kind
        accumulated
      }
      targets {
        degreeDays
        reachedOn
        kind
        isAtLatest
        remaining
      }
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<SeattleSeasonQuery, SeattleSeasonQueryVariables>;
export const SeattleSpellsDocument = new TypedDocumentString(`
    query SeattleSpells($unit: LengthUnit!, $wetDayMin: Float!) {
  field(id: "fld_demo_01") {
    precipitationSpells(
      wetDayMin: $wetDayMin
      unit: $unit
      from: "2014-01-01"
      to: "2015-01-01"
    ) {
      kind
      firstDate
      lastDate
      days
      precipitation {
        value
        unit
      }
      isStartKnown
      isEndKnown
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<SeattleSpellsQuery, SeattleSpellsQueryVariables>;
export const PartOfAWindowDocument = new TypedDocumentString(`
    query PartOfAWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: $id) {
    weatherSummary(from: $from, to: $to) {
      days
      observedDays
      missingDays
      precipitation {
        value
      }
      growingDegreeDays {
        value
      }
    }
    weatherSummaries(by: DEKAD, from: $from, to: $to) {
      period
      isWhole
      days
      observedDays
      missingDays
      precipitation {
        value
      }
    }
    precipitationSpells(from: $from, to: $to) {
      kind
      firstDate
      lastDate
      days
      precipitation {
        value
      }
    }
    degreeDays(from: $from, to: $to) {
      missing
      total {
        value
      }
      days {
        date
        kind
        degreeDays
      }
    }
    temperatureHours(from: $from, to: $to) {
      hours
      missing
      frostHours
    }
  }
}
    `) as unknown as TypedDocumentString<PartOfAWindowQuery, PartOfAWindowQueryVariables>;
export const SprayConditionsDocument = new TypedDocumentString(`
    query SprayConditions($id: ID! = "fld_a", $next: SpanInput, $rules: SprayRulesInput) {
  field(id: $id) {
    sprayConditions(next: $next, rules: $rules) {
      hours {
        startsAt
        startsAtLocal
        kind
        verdict
        deltaT
        rules {
          rule
          outcome
          value
          limit
          reason
        }
      }
      windows {
        from
        to
        hours
      }
      missing
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<SprayConditionsQuery, SprayConditionsQueryVariables>;
export const SprayByDefaultDocument = new TypedDocumentString(`
    query SprayByDefault {
  field(id: "fld_a") {
    sprayConditions {
      hours {
        verdict
        rules {
          rule
        }
      }
      missing
    }
  }
}
    `) as unknown as TypedDocumentString<SprayByDefaultQuery, SprayByDefaultQueryVariables>;
export const TemperatureHoursDocument = new TypedDocumentString(`
    query TemperatureHours($from: DateOrDateTime!, $to: DateOrDateTime!, $frostBelow: Float! = 0, $heatAbove: Float! = 30, $unit: TemperatureUnit! = CELSIUS) {
  field(id: "fld_a") {
    temperatureHours(
      from: $from
      to: $to
      frostBelow: $frostBelow
      heatAbove: $heatAbove
      unit: $unit
    ) {
      hours
      missing
      frostHours
      heatHours
      chillingHours
      utahUnits
      chillPortions
      provenances
    }
  }
}
    `) as unknown as TypedDocumentString<TemperatureHoursQuery, TemperatureHoursQueryVariables>;
export const TemperatureHoursBesideHoursDocument = new TypedDocumentString(`
    query TemperatureHoursBesideHours {
  field(id: "fld_demo_01") {
    temperatureHours(last: { days: 30 }) {
      hours
      missing
      chillPortions
      provenances
    }
    hourly: weather(last: { days: 30 }, granularity: HOURLY) {
      startsAt
    }
    lastHours: temperatureHours(last: { hours: 24 }) {
      hours
      missing
    }
  }
}
    `) as unknown as TypedDocumentString<TemperatureHoursBesideHoursQuery, TemperatureHoursBesideHoursQueryVariables>;
export const ThresholdsLeftOutDocument = new TypedDocumentString(`
    query ThresholdsLeftOut($unit: TemperatureUnit!, $length: LengthUnit!) {
  field(id: "fld_a") {
    degreeDays(from: "2026-05-01", to: "2026-05-08", unit: $unit) {
      total {
        unit
        base {
          value
        }
        upper {
          value
        }
      }
    }
    weatherSummary(from: "2026-05-01", to: "2026-05-08", unit: $unit) {
      growingDegreeDays(unit: CELSIUS_DAY) {
        value
        base {
          value
        }
        upper {
          value
        }
      }
    }
    weatherSummaries(by: MONTH, from: "2026-05-01", to: "2026-05-08", unit: $unit) {
      growingDegreeDays {
        base {
          value
        }
        upper {
          value
        }
      }
    }
    precipitationSpells(from: "2026-05-01", to: "2026-05-08", unit: $length) {
      kind
      firstDate
      days
    }
    temperatureHours(from: "2026-05-01", to: "2026-05-02", unit: $unit) {
      frostHours
      heatHours
    }
  }
}
    `) as unknown as TypedDocumentString<ThresholdsLeftOutQuery, ThresholdsLeftOutQueryVariables>;
export const HalfOfTheThresholdsDocument = new TypedDocumentString(`
    query HalfOfTheThresholds {
  field(id: "fld_a") {
    degreeDays(
      from: "2026-05-01"
      to: "2026-05-08"
      base: 40
      upper: null
      unit: FAHRENHEIT
    ) {
      total {
        base {
          value
        }
        upper {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HalfOfTheThresholdsQuery, HalfOfTheThresholdsQueryVariables>;
export const TimelineOfNotesDocument = new TypedDocumentString(`
    query TimelineOfNotes($from: DateOrDateTime!, $to: DateOrDateTime!) {
  field(id: "fld_a") {
    timeline(from: $from, to: $to) {
      date
      observations {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TimelineOfNotesQuery, TimelineOfNotesQueryVariables>;
export const TwelveComputedFieldsDocument = new TypedDocumentString(`
    query TwelveComputedFields {
  field(id: "fld_demo_01") {
    timezone
    weatherSummary(last: { days: 30 }) {
      days
    }
    weatherSummaries(by: WEEK, last: { days: 30 }) {
      period
    }
    byMonth: weatherSummaries(by: MONTH, last: { days: 30 }) {
      period
    }
    precipitationSpells(last: { days: 30 }) {
      kind
    }
    degreeDays(last: { days: 30 }) {
      missing
    }
    waterBalance(
      last: { days: 30 }
      soil: { totalAvailableWater: 120, initialDepletion: 40 }
      crop: [{ date: "2026-01-01", kc: 1 }, { date: "2026-12-31", kc: 1 }]
    ) {
      missing
    }
    temperatureHours(last: { days: 30 }) {
      hours
    }
    sprayConditions {
      missing
    }
    indexSeries(name: NDVI, last: { days: 30 }) {
      mean
    }
    indexSeason(name: NDVI, last: { days: 30 }, earlierYears: 2) {
      clearScenes
    }
    timeline(last: { days: 30 }) {
      date
      weather {
        date
      }
      observations {
        id
      }
      earthObservations {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TwelveComputedFieldsQuery, TwelveComputedFieldsQueryVariables>;
export const ComputedOfUnknownDocument = new TypedDocumentString(`
    query ComputedOfUnknown {
  field(id: "fld_a") {
    weatherSummaries(by: MONTH, from: "2026-05-01", to: "2026-05-31") {
      days
      missingDays
      isWhole
      wetDays
      precipitation {
        value
      }
      precipitationMissing
      et0Missing
      growingDegreeDaysMissing
      frostDaysMissing
      precipitationLessEt0 {
        value
      }
      precipitationLessEt0Missing
    }
    precipitationSpells(from: "2026-05-01", to: "2026-05-31") {
      kind
      firstDate
      lastDate
      days
      isStartKnown
      isEndKnown
      provenances
    }
    degreeDays(targets: [{ degreeDays: 60 }], from: "2026-05-01", to: "2026-05-31") {
      missing
      days {
        date
        degreeDays
        accumulated
        missing
      }
      targets {
        reachedOn
        isAtLatest
        remaining
      }
      total {
        value
      }
      provenances
    }
    waterBalance(
      soil: { totalAvailableWater: 100, initialDepletion: 10 }
      crop: [{ date: "2026-05-01", kc: 1 }, { date: "2026-05-31", kc: 1.2 }]
      from: "2026-05-01"
      to: "2026-05-31"
    ) {
      missing
      knownThrough
      exceedsReadilyAvailableOn
      et0Methods
      provenances
      days {
        date
        depletion {
          value
        }
        stressCoefficient
        deepPercolation {
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ComputedOfUnknownQuery, ComputedOfUnknownQueryVariables>;
export const FieldPageDocument = new TypedDocumentString(`
    query FieldPage($id: ID!) {
  field(id: $id) {
    id
    weather {
      date
      temperatureMax {
        value
        unit
      }
      precipitation {
        value
        unit
      }
      source {
        name
        provenance
        derived
      }
      soil {
        depthFrom {
          value
        }
      }
    }
    earthObservations {
      id
      cloudCover {
        value
        unit
      }
      index(name: NDVI) {
        mean
      }
    }
    observations(limit: 2) {
      id
      text
      category
      tags
      photos {
        href
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FieldPageQuery, FieldPageQueryVariables>;
export const DashboardDocument = new TypedDocumentString(`
    query Dashboard($ids: [ID!]!) {
  fields(ids: $ids) {
    id
    weather {
      date
    }
    earthObservations {
      id
    }
    observations(limit: 5) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<DashboardQuery, DashboardQueryVariables>;
export const KnownDocument = new TypedDocumentString(`
    query Known($id: ID!, $ids: [ID!]!) {
  field(id: $id) {
    id
    __typename
  }
  fields(ids: $ids) {
    id
  }
  node(id: $id) {
    id
    __typename
  }
  nodes(ids: $ids) {
    id
    ... on Field {
      __typename
    }
  }
}
    `) as unknown as TypedDocumentString<KnownQuery, KnownQueryVariables>;
export const IdsDocument = new TypedDocumentString(`
    query Ids($ids: [ID!]!) {
  fields(ids: $ids) {
    id
  }
}
    `) as unknown as TypedDocumentString<IdsQuery, IdsQueryVariables>;
export const NodesDocument = new TypedDocumentString(`
    query Nodes {
  node(id: "fld_a") {
    id
    __typename
    ... on Field {
      weather {
        date
      }
    }
  }
  other: node(id: "obs_1") {
    id
  }
  nodes(ids: ["fld_b", "nothing", "fld_a"]) {
    id
  }
}
    `) as unknown as TypedDocumentString<NodesQuery, NodesQueryVariables>;
export const TwoLimitsDocument = new TypedDocumentString(`
    query TwoLimits {
  field(id: "fld_a") {
    five: observations(limit: 5) {
      id
    }
    twenty: observations(limit: 20) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<TwoLimitsQuery, TwoLimitsQueryVariables>;
export const BadLimitDocument = new TypedDocumentString(`
    query BadLimit {
  field(id: "fld_a") {
    observations(limit: 101) {
      id
    }
    weather {
      date
    }
  }
}
    `) as unknown as TypedDocumentString<BadLimitQuery, BadLimitQueryVariables>;
export const MeasuresDocument = new TypedDocumentString(`
    query Measures {
  field(id: "fld_a") {
    weather {
      temperatureMax {
        value
        unit
      }
      fahrenheit: temperatureMax(unit: FAHRENHEIT) {
        value
        unit
      }
      condition
      growingDegreeDays(unit: FAHRENHEIT_DAY) {
        value
        unit
        base {
          value
          unit
        }
        method
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MeasuresQuery, MeasuresQueryVariables>;
export const AsCameDocument = new TypedDocumentString(`
    query AsCame {
  field(id: "fld_a") {
    weather {
      temperatureMax {
        value
        unit
      }
      condition
      kind
    }
    observations(limit: 1) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<AsCameQuery, AsCameQueryVariables>;
export const UnknownUnitDocument = new TypedDocumentString(`
    query UnknownUnit($unit: TemperatureUnit) {
  field(id: "fld_a") {
    weather {
      temperatureMax(unit: $unit) {
        value
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UnknownUnitQuery, UnknownUnitQueryVariables>;
export const UnitAloneDocument = new TypedDocumentString(`
    query UnitAlone($unit: LengthUnit) {
  field(id: "fld_a") {
    weather {
      precipitation(unit: $unit) {
        unit
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UnitAloneQuery, UnitAloneQueryVariables>;
export const AddNoteDocument = new TypedDocumentString(`
    mutation AddNote($input: AddObservationInput!) {
  addObservation(input: $input) {
    __typename
    ... on AddObservationSuccess {
      replayed
      observation {
        id
        fieldId
      }
      field {
        observations(limit: 1) {
          id
        }
      }
    }
    ... on UserError {
      code
      message
      retryable
      retryAfterSeconds
    }
    ... on InvalidInputError {
      faults {
        path
        code
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AddNoteMutation, AddNoteMutationVariables>;
export const AddTwiceDocument = new TypedDocumentString(`
    mutation AddTwice($first: AddObservationInput!, $second: AddObservationInput!) {
  first: addObservation(input: $first) {
    __typename
  }
  second: addObservation(input: $second) {
    __typename
  }
}
    `) as unknown as TypedDocumentString<AddTwiceMutation, AddTwiceMutationVariables>;
export const AddAndReadDocument = new TypedDocumentString(`
    mutation AddAndRead($first: AddObservationInput!, $second: AddObservationInput!) {
  first: addObservation(input: $first) {
    ... on AddObservationSuccess {
      field {
        observations(limit: 5) {
          id
        }
      }
    }
  }
  second: addObservation(input: $second) {
    ... on AddObservationSuccess {
      field {
        observations(limit: 5) {
          id
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AddAndReadMutation, AddAndReadMutationVariables>;
export const LastDocument = new TypedDocumentString(`
    query Last($last: SpanInput!) {
  field(id: "fld_demo_01") {
    timezone
    weather(last: $last) {
      startsAtLocal
      localDate
      date
      startsAt
    }
  }
}
    `) as unknown as TypedDocumentString<LastQuery, LastQueryVariables>;
export const EveryWindowDocument = new TypedDocumentString(`
    query EveryWindow {
  field(id: "fld_demo_01") {
    timezone
    weather(last: { days: 30 }) {
      date
    }
    weatherSummary(last: { days: 30 }) {
      days
      missingDays
    }
    earthObservations(last: { days: 30 }) {
      acquiredAt
    }
    indexSeries(name: NDVI, last: { days: 30 }) {
      acquiredAt
    }
  }
}
    `) as unknown as TypedDocumentString<EveryWindowQuery, EveryWindowQueryVariables>;
export const SinceDocument = new TypedDocumentString(`
    query Since {
  field(id: "fld_demo_32") {
    weather(since: "04-15") {
      localDate
    }
    weatherSummary(since: "04-15") {
      days
    }
    earthObservations(since: "04-15") {
      acquiredAt
    }
    observations(since: "04-15") {
      observedAt
    }
  }
}
    `) as unknown as TypedDocumentString<SinceQuery, SinceQueryVariables>;
export const LastNotesDocument = new TypedDocumentString(`
    query LastNotes {
  field(id: "fld_demo_01") {
    observations(limit: 3, last: { days: 30 }) {
      observedAt
    }
  }
}
    `) as unknown as TypedDocumentString<LastNotesQuery, LastNotesQueryVariables>;
export const TimezoneAloneDocument = new TypedDocumentString(`
    query TimezoneAlone {
  fields(ids: ["fld_demo_01", "fld_demo_32"]) {
    timezone
  }
}
    `) as unknown as TypedDocumentString<TimezoneAloneQuery, TimezoneAloneQueryVariables>;
export const RefusedWindowDocument = new TypedDocumentString(`
    query RefusedWindow {
  field(id: "fld_demo_01") {
    weather(last: { days: 3 }, from: "2026-05-01") {
      date
    }
    earthObservations(last: { hours: 3 }) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RefusedWindowQuery, RefusedWindowQueryVariables>;
export const NotesOfSilentListDocument = new TypedDocumentString(`
    query NotesOfSilentList {
  field(id: "fld_a") {
    observations(limit: 3) {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<NotesOfSilentListQuery, NotesOfSilentListQueryVariables>;
export const DaysAfterSilentListDocument = new TypedDocumentString(`
    query DaysAfterSilentList {
  field(id: "fld_a") {
    timezone
    weather(last: { days: 3 }) {
      date
    }
  }
}
    `) as unknown as TypedDocumentString<DaysAfterSilentListQuery, DaysAfterSilentListQueryVariables>;
export const SinceBesideSilentListDocument = new TypedDocumentString(`
    query SinceBesideSilentList {
  field(id: "fld_a") {
    timezone
    observations(limit: 3) {
      id
    }
    weather(since: "06-29") {
      date
    }
  }
}
    `) as unknown as TypedDocumentString<SinceBesideSilentListQuery, SinceBesideSilentListQueryVariables>;
export const LastDaysOfLesserServiceDocument = new TypedDocumentString(`
    query LastDaysOfLesserService {
  field(id: "fld_a") {
    weather(last: { days: 3 }) {
      date
    }
    weatherSummary(last: { days: 3 }) {
      days
      missingDays
    }
    earthObservations(from: "2026-06-28", to: "2026-06-29") {
      id
    }
    timeline(from: "2026-06-28", to: "2026-06-29") {
      date
      observations {
        id
      }
      earthObservations {
        id
      }
      weather {
        date
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LastDaysOfLesserServiceQuery, LastDaysOfLesserServiceQueryVariables>;