// Sample groups, as the service's users have them: plain ones to begin with, and awkward ones to meet early.

/** JSON texts of get-or-create bodies, formatted as a person would. */
export const sampleBodies: readonly string[] = [
  // As in the examples of this family of services.
  `{
  "user_group_id": "example_1",
  "name": "Example 1",
  "mapping": {"40": "213", "134": "386"},
  "properties": {"filterValue": "value"}
}`,
  // An id of digits alone, and mapping keys that no number order sorts: an object would turn them round.
  `{
  "user_group_id": "6",
  "name": "Harbour Logistics",
  "mapping": {"205": "17", "31": 18, "4": "19"},
  "properties": {"region": "north", "maxRows": 500}
}`,
  // A number beyond 2^53, and spellings that parsing loses.
  `{
  "user_group_id": "northwind-eu",
  "name": "Northwind Europe",
  "mapping": {"40": 9007199254740993},
  "properties": {"accountId": 12345678901234567890, "threshold": 1.0, "factor": 1e400}
}`,
  // Ids that differ by letter case alone are two groups.
  `{
  "user_group_id": "acme",
  "name": "Acme",
  "mapping": {"40": "301"},
  "properties": {"plan": "trial"}
}`,
  `{
  "user_group_id": "ACME",
  "name": "Acme Holdings",
  "mapping": {"40": "302"},
  "properties": {"plan": "enterprise"}
}`,
  // An id that every address has to escape.
  `{
  "user_group_id": "retail/50% off & more",
  "name": "Retail, 50% off",
  "mapping": {"40": "77", "134": "78"},
  "properties": {"discount": "50%"}
}`,
  // Names beyond ASCII; nothing mapped yet.
  `{
  "user_group_id": "café-東京",
  "name": "Café 東京 🗼",
  "properties": {"città": "東京", "greeting": "おはよう 👋"}
}`,
  // Properties within properties.
  `{
  "user_group_id": "clinic-7",
  "name": "Clinic 7",
  "mapping": {"134": "512"},
  "properties": {
    "filters": {"wards": ["A", "B"], "period": {"from": "2024-01-01", "to": null}},
    "theme": {"dark": true}
  }
}`,
  `{
  "user_group_id": "empty-properties",
  "name": "Nothing set yet",
  "mapping": {"40": "90"},
  "properties": {}
}`,
  `{
  "user_group_id": "wholesale",
  "name": "Wholesale, every store",
  "mapping": {"40": "600", "41": "601", "134": "602"},
  "properties": {
${storeProperties(100)}
  }
}`,
];

function storeProperties(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    return `    "store_${String(number).padStart(3, '0')}": "Store ${number}"`;
  }).join(',\n');
}
