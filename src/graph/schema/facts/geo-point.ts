/** A place on Earth. */
import { resolvers } from '../../../executor/resolvers.ts';
import { refuseValue } from '../../errors/gateway-error.ts';
import { builder, type Components } from '../builder.ts';

export const GeoPoint = builder.objectRef<Components['GeoPoint']>('GeoPoint').implement({
  description: 'A place, WGS 84 (GeoJSON Point, RFC 7946).',
  fields: (t) => {
    const coordinate = (at: number, description: string) =>
      t.float({ nullable: false, description, resolve: resolvers.item('coordinates', at, refuseValue) });
    const longitude = coordinate(0, 'Degrees east, -180 to 180.');
    return { longitude, latitude: coordinate(1, 'Degrees north, -90 to 90.') };
  },
});
