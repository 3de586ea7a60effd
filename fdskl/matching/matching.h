// Finds the rows that all parties have, by their ids, and puts them into one order that is the same for all.
//
// PublicMatch():  ids are compared in the open. Party 0 gets all ids of all parties and tells each which are common.
//
// PrivateMatch(): Diffie-Hellman private set intersection (Meadows 1986; Huberman, Franklin, Hogg 1999) among all
//                 parties, around a ring as in Vaidya and Clifton (Journal of Computer Security 13, 2005), who use
//                 commutative encryption. Party i has a secret scalar k_i and a one-time scalar r_i. K is the
//                 product of all k_i.
//   1. Party i sends the points r_i H(id) of its ids, in a secret order, to party i+1, which multiplies them by its k
//      and sends them on, until all but i have done so. They come back in that order, and i turns them into K H(id),
//      by k_i / r_i.
//   2. Party i shuffles them and sends them to party 0, which finds the points that all parties have and sends these,
//      sorted, to all parties. Party i finds its own among them: its common rows, in the order of the points.
//   3. Party 0 gets its own points shuffled by party n-1, so that it cannot tell which of them belongs to which of its
//      ids. It sends the common points times r_0 / k_0 to party n-1, which knows the order and sends back the places.
//
// Privacy:    parties follow the protocol and do not collude. Then each learns which of its own ids are common to all,
//             how many ids each other party has, and nothing about other ids. Party 0 also learns how many ids any
//             group of parties has in common (the numbers, not which). The order of the rows is random. Keys are fresh
//             in every call, so that equal ids look different from call to call.
//             Not covered: a party that puts guessed ids into its own file learns which of them all others have; two
//             parties may collude. docs/own_data.md says more.
// Collective: all parties call the same function.
// Errors:     Error at all parties when no id is common to all.
// REQUIRES:   each party has at least one id, and no id twice.
#ifndef FDSKL_FDSKL_MATCHING_MATCHING_H_
#define FDSKL_FDSKL_MATCHING_MATCHING_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fdskl/net/channel.h"

namespace fdskl::matching {

// The indices of the common ids in `ids`, in an order that is the same at every party.
std::vector<std::int32_t> PublicMatch(net::Channel& channel, std::span<const std::string> ids);
std::vector<std::int32_t> PrivateMatch(net::Channel& channel, std::span<const std::string> ids);

}  // namespace fdskl::matching

#endif  // FDSKL_FDSKL_MATCHING_MATCHING_H_
